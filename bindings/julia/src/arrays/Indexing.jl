# Elements and parts of arrays. Numbers, ranges and colons of the host are recorded as slices, and
# lists as gathers. A computed index (an array without dimensions) is recorded as a dynamic slice. A
# mask is read from the device, because its number of true values decides the size of the result.

const scalar_allowed = Ref(false)

"""
    Lazuli.allowscalar(on = true)

Sets whether reads of single elements, `x[i, j]`, are allowed. By default they are errors: each of
them computes everything that `x` needs and waits, so a loop over elements is slow. Many functions
of Base contain such loops.
"""
allowscalar(on::Bool = true) = (scalar_allowed[] = on; nothing)

"    @allowscalar expression\n\nAllows `x[i, j]` of single elements in one expression."
macro allowscalar(expression)
    quote
        before = allow_here(true)
        try
            $(esc(expression))
        finally
            allow_here(before)
        end
    end
end

"Allows or forbids reads of single elements in this task. Returns the previous setting."
function allow_here(on::Bool)
    storage = task_local_storage()
    before = get(storage, :lazuli_scalars, false)::Bool
    storage[:lazuli_scalars] = on
    return before
end
is_scalar_allowed() = scalar_allowed[] || get(task_local_storage(), :lazuli_scalars, false)::Bool

const Counting = Union{Int8,Int16,Int32,Int64,UInt8,UInt16,UInt32,UInt64}
const ComputedIndex = LazuliScalar{<:Counting}
const ComputedList = LazuliVector{<:Counting}

# Some Julia code calls this function with arrays of unknown type. For such code, `inferencebarrier`
# keeps Julia from inferring the types of all functions that `part` calls.
Base.getindex(x::LazuliArray, indices...) = Base.inferencebarrier(part)(x, indices)

function part(x::LazuliArray, indices::Tuple)
    indices = with_host_masks(indices)
    any(i -> i isa Union{ComputedIndex,ComputedList}, indices) && return computed_part(x, indices)
    return host_part(x, to_indices(x, indices))
end
Base.getindex(x::LazuliArray{T,0}, ::CartesianIndex{0}) where {T} = x[]

# Masks on a device are read into Julia arrays, for reads, writes and views.
const Mask{N} = LazuliArray{Bool,N}
with_host_masks(indices::Tuple) = map(i -> i isa Mask ? host_mask(i) : i, indices)

function host_mask(mask::Mask)
    is_recording() && throw(LazuliError("getindex", "a mask of size $(size(mask)) chooses elements: how many they are is known only " *
                                        "when the program runs, and sizes are part of a program; use ifelse.(mask, x, 0), or " *
                                        "choose outside of the program", code = Raw.LZ_FAILED_PRECONDITION))
    return Array(mask)
end
host_mask(mask::Mask{0}) =
    throw(LazuliError("getindex", "a truth value is not an index: use an integer, or a mask of the size of the array"))

"Returns the index, with a mask converted to the numbers of its true elements."
listed(i) = i
listed(i::Base.LogicalIndex) = collect(i)
"Whether one index selects in several dimensions at once."
is_joint(i) = eltype(i) <: CartesianIndex

function check_bounds(x, indices)
    d = 1
    for i in indices
        n = is_joint(i) ? length(eltype(i)) : 1
        i isa Base.LogicalIndex && n > 1 && size(i.mask) != size(x)[d:d+n-1] && throw(BoundsError(x, indices))
        d += n
    end
    checkbounds(x, map(i -> is_joint(i) ? listed(i) : i, indices)...)
end

host_part(x::LazuliArray, indices::Tuple{}) =
    length(x) == 1 ? reshape(x, ())[] : throw(BoundsError(x, ()))

function host_part(x::LazuliArray{T,N}, indices::Tuple{Vararg{Int}}) where {T,N}
    checkbounds(x, indices...)
    is_scalar_allowed() || throw_scalar(x, indices)
    return element(x, indices...)[]
end

@noinline throw_scalar(x, indices) =
    throw(LazuliError("getindex", "x[$(join(indices, ", "))] would wait for one element of an array of size $(size(x)): take " *
                      "Array(x) to the host, x[i:i] for a part, Lazuli.element(x, i...) for an element that stays there, or " *
                      "@allowscalar", code = Raw.LZ_FAILED_PRECONDITION))

"""
    Lazuli.element(x, indices...)

Returns one element as an array without dimensions. This does not wait.
"""
function element(x::LazuliArray, indices::Integer...)
    checkbounds(x, indices...)
    length(indices) == 1 && ndims(x) != 1 && return element(vec(x), indices...)
    return reshape(slice(x, map(i -> i:i, indices)), ())
end

# The indices have one of three forms: one index for each dimension, a single index that counts all
# elements in memory order, or a list whose entries are indices of several dimensions (CartesianIndex
# or a mask).
function host_part(x::LazuliArray{T,N}, indices::Tuple) where {T,N}
    check_bounds(x, indices)
    indices = map(listed, indices)
    if any(is_joint, indices)
        places = LinearIndices(size(x))[indices...]
        return reshape(take(vec(x), LazuliArray(vec(collect(Int, places))), 1), size(places))
    end
    length(indices) == 1 && N != 1 && return host_part(vec(x), indices)
    indices = indices[1:max(N, 0)]
    ranges = map((i, n) -> as_range(i, n), indices, size(x))
    found = slice(x, ranges)
    for (d, i) in enumerate(indices)
        is_list(i) && (found = take(found, LazuliArray(collect(Int, vec(collect(i)))), d))
    end
    dims = Tuple(Iterators.flatten(map(i -> i isa Integer ? () : size_of_index(i), indices)))
    return reshape(found, Dims(map(Int, dims)))
end

is_list(i) = !(i isa Union{Integer,AbstractRange,Base.Slice})
size_of_index(i) = size(i)
as_range(i::Integer, n) = i:i
as_range(i::AbstractRange, n) = i
as_range(i, n) = 1:n

"Returns the elements in these ranges, one range for each dimension. Steps may be negative."
function slice(x::LazuliArray{T,N}, ranges::Tuple) where {T,N}
    all(map((r, n) -> r isa AbstractUnitRange && first(r) == 1 && length(r) == n, ranges, size(x))) && return x
    forward = map(r -> step(r) < 0 ? reverse(r) : r, ranges)
    starts = map(r -> isempty(r) ? 0 : first(r) - 1, forward)
    limits = map(r -> isempty(r) ? 0 : last(r), forward)
    found = record("slice", (x,); start_indices = row_major(starts), limit_indices = row_major(limits),
                  strides = row_major(map(step, forward)))::LazuliArray{T,N}
    backward = Tuple(d for d in 1:N if step(ranges[d]) < 0)
    return isempty(backward) ? found : reverse(found; dims = backward)
end

"""
    Lazuli.take(x, indices::LazuliArray, d)

Returns the slices of `x` with these indices along dimension `d`. In the result, the dimensions of
`indices` replace dimension `d`. An index out of bounds gives the nearest slice, or a `BoundsError`
if the context runs op by op.
"""
function take(x::LazuliArray{T,N}, indices::LazuliArray{<:Counting,K}, d::Integer) where {T,N,K}
    check_indices(x, d, indices)
    a = axis(N, d)
    from_zero = elementwise(-, indices, 1)
    offsets = [0:a-1; a+K:N+K-2]
    sizes = ntuple(i -> i == a + 1 ? 1 : size(x, axis(N, i - 1)), N)
    return record("gather", (x, from_zero); offset_dims = offsets, collapsed_slice_dims = (a,), operand_batching_dims = (),
                  start_indices_batching_dims = (), start_index_map = (a,), index_vector_dim = K,
                  slice_sizes = sizes)::LazuliArray{T,N + K - 1}
end

# Throws if an index is out of bounds and each op runs when it is recorded (`op_by_op`). Otherwise
# the indices are not known here, and a compiled program cannot throw.
check_indices(x, d, i) =
    is_checked() && (found = Array(i); all(k -> 1 <= k <= size(x, d), found) || throw(BoundsError(x, (ntuple(_ -> :, d - 1)..., found))))

# At least one index is computed by the program. Computed numbers are recorded as a dynamic slice,
# and computed lists as gathers.
function computed_part(x::LazuliArray, indices::Tuple)
    length(indices) == 1 && ndims(x) != 1 && return computed_part(vec(x), indices)
    length(indices) == ndims(x) || throw(LazuliError("getindex", "$(length(indices)) indices for $(ndims(x)) dimensions"))
    found = x
    if any(i -> i isa ComputedIndex, indices)
        foreach((d, i) -> i isa ComputedIndex && check_indices(x, d, i), 1:ndims(x), indices)
        starts = start_indices(indices)
        sizes = map((i, n) -> i isa ComputedIndex ? 1 : n, indices, size(x))
        found = record("dynamic_slice", (x, row_major(starts)...); slice_sizes = row_major(sizes))
    end
    for (d, i) in enumerate(indices)
        i isa ComputedList && (found = take(found, i, d))
    end
    rest = map(i -> i isa ComputedIndex ? 1 : i isa ComputedList ? Colon() : i, indices)
    return all(i -> i isa Int, rest) ? element(found, rest...) : host_part(found, to_indices(found, rest))
end

start_indices(indices) =
    map(i -> i isa ComputedIndex ? convert_elements(Int, elementwise(-, i, 1)) : scalar(Int, 0), indices)

# A write records a new tensor. `setindex!` then lets the array refer to the new tensor.

"""
    Lazuli.setindex(x, value, indices...)

Returns a copy of `x` with `value` at these indices. `x` does not change. `x[indices...] = value`
does the same in place.
"""
function setindex(x::LazuliArray, value, indices...)
    indices = with_host_masks(indices)
    any(i -> i isa ComputedList, indices) && return listed_update(x, value, indices)
    any(i -> i isa ComputedIndex, indices) && return computed_update(x, value, indices)
    host = to_indices(x, indices)
    check_bounds(x, host)
    host = map(listed, host)
    any(is_joint, host) && return update_at(x, value, LinearIndices(size(x))[host...])
    length(host) == 1 && ndims(x) != 1 && return reshape(setindex(vec(x), value, host...), size(x))
    return host_update(x, value, host[1:ndims(x)])
end

Base.setindex!(x::LazuliArray, value, indices...) = assign!(x, Base.inferencebarrier(setindex)(x, value, indices...))
Base.setindex!(x::LazuliArray{T,0}, value) where {T} = assign!(x, fitting(T, array_of(value), ()))

is_block(i) = i isa Integer || i isa AbstractUnitRange

function host_update(x::LazuliArray{T,N}, value, indices::Tuple) where {T,N}
    box = map(i -> i isa Integer ? 1 : length(i), indices)
    kept = Dims(map(length, filter(i -> !(i isa Integer), collect(Any, indices))))
    update = reshape(fitting_part(T, value, kept), box)
    all(is_block, indices) || return scattered_update(x, update, indices)
    starts = map(i -> scalar(Int, first(i) - 1), indices)
    return record("dynamic_update_slice", (x, update, row_major(starts)...))::LazuliArray{T,N}
end

function fitting_part(::Type{T}, value, dims::Dims) where {T}
    array = array_of(value)
    # As in Julia, sizes fit if they are equal apart from dimensions of size 1.
    if size(array) != dims && filter(!isone, collect(size(array))) == filter(!isone, collect(dims))
        array = reshape(array, dims)
    end
    return fitting(T, array, dims)
end

scattered_update(x, update, indices) = update_at(x, update, LinearIndices(size(x))[map(i -> i isa Integer ? (i:i) : i, indices)...])

"Writes values to places that are counted in memory order. Places out of bounds are skipped."
function update_at(x::LazuliArray{T}, value, places) where {T}
    update = fitting_part(T, value, size(places))
    return reshape(scatter(vec(x), LazuliArray(vec(collect_places(places))), vec(update), last_value), size(x))
end
collect_places(places::LazuliArray) = places
collect_places(places) = collect(Int, places)

# Some index is a list that the program computes, so the places in memory are computed, too. A place
# is 0, which is out of bounds, if any of its indices is out of bounds.
function listed_update(x::LazuliArray{T,N}, value, indices::Tuple) where {T,N}
    length(indices) == 1 && N != 1 && return reshape(listed_update(vec(x), value, indices), size(x))
    length(indices) == N || throw(LazuliError("setindex", "$(length(indices)) indices for $N dimensions"))
    places, inside, dims = 1, true, Int[]
    for (d, i) in enumerate(indices)
        numbers = index_numbers(x, d, i)
        check_indices(x, d, numbers)
        along = reshape(numbers, ntuple(k -> k == length(dims) + 1 ? length(numbers) : 1, length(dims) + 1))
        i isa Union{Integer,ComputedIndex} ? (along = reshape(numbers, ())) : push!(dims, length(numbers))
        places = places .+ (along .- 1) .* prod(size(x)[1:d-1])
        inside = inside .& (along .>= 1) .& (along .<= size(x, d))
    end
    return update_at(x, value, select(inside, places, 0))
end
index_numbers(x, d, i::Union{ComputedIndex,ComputedList}) = convert_elements(Int, i)
index_numbers(x, d, i::Integer) = LazuliArray(Int(i))
index_numbers(x, d, i) = LazuliArray(collect(Int, to_indices(x, ntuple(k -> k == d ? i : 1, ndims(x)))[d]))
last_value(a, b) = b

"""
    Lazuli.scatter(x::LazuliVector, indices, values, op)

Replaces the element at each index by `op(element, value)`. Indices out of bounds are skipped.
"""
scatter(x::LazuliVector{T}, indices::ComputedList, values::LazuliVector{T}, op = +) where {T} =
    record("scatter", (x, elementwise(-, indices, 1), values); functions = (body(op, x, Tuple{T,T}),), update_window_dims = (),
           inserted_window_dims = (0,), input_batching_dims = (), scatter_indices_batching_dims = (),
           scatter_dims_to_operand_dims = (0,), index_vector_dim = 1)::LazuliVector{T}

function computed_update(x::LazuliArray{T,N}, value, indices::Tuple) where {T,N}
    length(indices) == N || throw(LazuliError("setindex", "$(length(indices)) indices for $N dimensions"))
    all(i -> i isa Union{ComputedIndex,Integer,Colon}, indices) ||
        throw(LazuliError("setindex", "beside an index that the program computes there may be only numbers and colons"))
    starts = map(i -> i isa Integer ? scalar(Int, i - 1) : i, indices)
    starts = map(i -> i isa LazuliScalar ? i : scalar(Int, 0), map((i, s) -> i isa ComputedIndex ? start_indices((i,))[1] : s,
                                                                   indices, starts))
    kept = Dims(size(x, d) for d in 1:N if indices[d] isa Colon)
    box = ntuple(d -> indices[d] isa Colon ? size(x, d) : 1, N)
    update = reshape(fitting_part(T, value, kept), box)
    return record("dynamic_update_slice", (x, update, row_major(starts)...))::LazuliArray{T,N}
end

# Views are Julia's own. A read of a view is recorded when it is needed, and a write changes the
# array. With one index for several dimensions, Julia would make a view of a reshaped array, which
# here is a different array. Such an index is converted to an index of all dimensions.
Base.view(x::LazuliArray{T,N}, indices...) where {T,N} =
    has_mask(indices) || (length(indices) == 1 && N > 1) ? Base.inferencebarrier(view_part)(x, with_host_masks(indices)) :
    invoke(view, Tuple{AbstractArray,Vararg{Any}}, x, indices...)
has_mask(::Tuple{}) = false
has_mask(indices::Tuple) = first(indices) isa Mask || has_mask(Base.tail(indices))

function view_part(x, indices)
    found = to_indices(x, indices)
    check_bounds(x, found)
    list = listed(found[1])
    numbers = map(listed, found)
    if length(found) == 1 && ndims(x) > 1 && !is_joint(list)
        numbers = (CartesianIndices(size(x))[list isa LazuliArray ? Array(list) : list],)
    end
    return invoke(view, Tuple{AbstractArray,Vararg{Any}}, x, numbers...)
end

LazuliArray(x::SubArray{T,N,<:LazuliArray}) where {T<:ElementType,N} = viewed(parent(x), parentindices(x))
viewed(x, indices::Tuple{Vararg{Int}}) = element(x, indices...)
viewed(x, indices) = part(x, indices)
Base.checkindex(::Type{Bool}, axis::AbstractUnitRange, i::LazuliArray{<:Counting}) =
    !is_checked() || all(k -> k in axis, Array(i))
"""
    Lazuli.onehot(labels, classes)

Returns a matrix with a column for each label: 1 in the row of the label's class, and 0 elsewhere.
"""
function onehot(labels::LazuliVector{T}, classes::AbstractUnitRange; eltype = Float32) where {T<:Integer}
    dims = (length(classes), length(labels))
    rows, wanted = iota(T, dims, 1; device = device_of(labels)), spread(labels, dims, (axis(2, 2),))
    hits = first(classes) == 0 ? rows .== wanted : rows .+ T(first(classes)) .== wanted
    result = convert_elements(eltype, hits)
    foreach(close, (rows, wanted))
    close_temporary(hits, result)
    return result
end
