# mapreduce, and the functions of Julia that use it.

"""
    Lazuli.scalar_function(f, types...; name = "", device = Lazuli.device()) -> LazuliFunction

Records `f` on one placeholder without dimensions for each type, as the function of a reduction, a
scatter or a sort.
"""
scalar_function(f, types::Type...; name = string(nameof(typeof(f))), device = device()) =
    record_function(map(T -> ArrayType(T), types)...; name = name, device = device) do numbers...
        map(array_of, as_tuple(apply(f, map(Element, numbers)...)))
    end

const bodies_lock = ReentrantLock()

"""
Returns the recorded function `f` of numbers of these types, for the device of the array `on`. `f`
captures nothing. Its recording is kept with the device and used again.
"""
@inline function body(f::F, on::LazuliArray, ::Type{Types}) where {F,Types<:Tuple}
    device = device_of(on)
    found = get(device.bodies, Tuple{F,Types}, nothing)
    return found === nothing ? new_body(f, device, Types) : found::LazuliFunction
end

@noinline function new_body(f, device, types)
    made = scalar_function(f, types.parameters...; device = device)
    if device === known_device() && Base.issingletontype(typeof(f))
        lock(() -> device.bodies = with_entry(device.bodies, Tuple{typeof(f),types}, made), bodies_lock)
    end
    return made
end
with_entry(table, key, value) = (longer = copy(table); longer[key] = value; longer)

"Returns the neutral element of `op`, or `nothing` if it is not known."
neutral(op, ::Type) = nothing
neutral(::Union{typeof(+),typeof(Base.add_sum)}, ::Type{T}) where {T} = zero(T)
neutral(::Union{typeof(*),typeof(Base.mul_prod)}, ::Type{T}) where {T} = one(T)
neutral(::typeof(max), ::Type{T}) where {T} = typemin(T)
neutral(::typeof(min), ::Type{T}) where {T} = typemax(T)
neutral(::typeof(&), ::Type{T}) where {T} = T === Bool ? true : ~zero(T)
neutral(::typeof(|), ::Type{T}) where {T} = zero(T)
neutral(::typeof(xor), ::Type{T}) where {T} = zero(T)

"The type in which Julia computes a sum or a product."
wide(op, ::Type{T}) where {T} = T
wide(::Union{typeof(Base.add_sum),typeof(Base.mul_prod)}, ::Type{T}) where {T<:Union{Bool,Int8,Int16,Int32}} = Int
wide(::Union{typeof(Base.add_sum),typeof(Base.mul_prod)}, ::Type{T}) where {T<:Union{UInt8,UInt16,UInt32}} = UInt
wide(::typeof(+), ::Type{Bool}) = Int

plain(op) = op
plain(::typeof(Base.add_sum)) = +
plain(::typeof(Base.mul_prod)) = *

"""
    mapreduce(f, op, x::LazuliArray; dims = :, init)

Combines `f` of all elements by `op`, which must be associative. With `dims`, it combines only along
these dimensions, which have size 1 in the result. Otherwise the result is an array without
dimensions, which `x[]` reads. A reduction over no elements is an error unless `op` is `+`, `*`,
`&`, `|` or `xor`.
"""
function Base.mapreduce(f::F, op::O, x::AnyLazuli; dims = :, init = nothing) where {F,O}
    array = LazuliArray(x)
    mapped = f === identity ? array : mapped_by(f, array)
    result = reduce_dims(op, mapped, dims)
    mapped.handle === array.handle || close(mapped)
    return init === nothing ? result : inner(apply(op, Element(result), init))
end
mapped_by(f, x) = broadcast(f, x)
Base.mapreduce(f, op, x::LazuliArray, y::LazuliArray; options...) = mapreduce(identity, op, broadcast(f, x, y); options...)
Base.reduce(op, x::AnyLazuli; options...) = mapreduce(identity, op, x; options...)

function dimensions(x, dims)
    wanted = unique!(sort!(collect(Int, Tuple(dims))))
    all(d -> d >= 1, wanted) || throw_dimensions(wanted)
    return filter(d -> d <= ndims(x), wanted)
end
@noinline throw_dimensions(dims) = throw(LazuliError("reduce", "dimensions are counted from 1; here are $dims"))

@inline reduce_dims(op::F, x::LazuliArray{T,N}, ::Colon) where {F,T,N} = reduce_along(op, x, ntuple(identity, Val(N)))
@inline function reduce_dims(op::F, x::LazuliArray{T,N}, d::Integer) where {F,T,N}
    d >= 1 || throw_dimensions(d)
    return d <= N ? keep_dims(reduce_along(op, x, (Int(d),)), x.dims, (Int(d),)) : reduce_along(op, x, ())
end
function reduce_dims(op, x::LazuliArray{T,N}, dims) where {T,N}
    along = Tuple(dimensions(x, dims))
    return keep_dims(reduce_along(op, x, along), x.dims, along)
end

function keep_dims(result, dims::Dims{N}, along) where {N}
    kept = reshape(result, ntuple(d -> d in along ? 1 : dims[d], Val(N)))
    close_temporary(result, kept)
    return kept
end

"Reduces over the dimensions `along`, and removes them. No dimension may occur twice in `along`."
function reduce_along(op::F, x::LazuliArray{T,N}, along::Dims) where {F,T,N}
    W = wide(op, T)
    wide_x = convert_elements(W, x)
    if neutral(op, W) === nothing || is_extremum(op) && W <: Complex
        result = reduce_pairs(plain(op), wide_x, along)
    else
        is_extremum(op) && refuse_nothing(op, x, along)
        result = reduce_from(plain(op), neutral(op, W), wide_x, along)
    end
    close_temporary(wide_x, x)
    return result
end

is_extremum(op) = op === max || op === min
refuse_nothing(op, x, along) = any(d -> size(x, d) == 0, along) &&
    throw(LazuliError("reduce", "the result of $op without elements is not known: the array has size $(size(x))"))

function reduce_from(op::F, start::T, x::LazuliArray{T,N}, along::Dims{M}) where {F,T,N,M}
    f, from, out = body(op, x, Tuple{T,T}), literal(T, start, device_of(x)), Ref{Ptr{Cvoid}}(C_NULL)
    axes = Numbers(map(d -> axis(N, d), along))
    GC.@preserve x from check(Raw.lz_reduce(handles((x,)), 1, handles((from,)), 1, axes, M, f.handle, place(), out, 1))
    close(from)
    return LazuliArray{T,N - M}(out[])
end

# The neutral element of `op` is not known. So each element is reduced together with a flag. The
# flag of the start value is false, and `both` ignores values whose flag is false.
function reduce_pairs(op, x::LazuliArray{T,N}, along::Dims{M}) where {T,N,M}
    refuse_nothing(op, x, along)
    both(a, has_a, b, has_b) = (select(has_a & has_b, op(a, b), select(has_a, a, b)), has_a | has_b)
    f = scalar_function(both, T, Bool, T, Bool; name = "pairs", device = device_of(x))
    has = spread_and_close(literal(Bool, true, device_of(x)), size(x))
    axes = map(d -> axis(N, d), along)
    start = (literal(T, zero(T), device_of(x)), literal(Bool, false, device_of(x)))
    value, _ = record_all("reduce", (x, has, start...), 2; functions = (f,), dimensions = axes)
    return value::LazuliArray{T,N - M}
end

Base.all(x::LazuliArray{Bool}; dims = :) = mapreduce(identity, &, x; dims = dims)
Base.any(x::LazuliArray{Bool}; dims = :) = mapreduce(identity, |, x; dims = dims)
Base.all(f::Function, x::LazuliArray; dims = :) = mapreduce(f, &, x; dims = dims)
Base.any(f::Function, x::LazuliArray; dims = :) = mapreduce(f, |, x; dims = dims)
Base.count(x::LazuliArray{Bool}; dims = :) = sum(x; dims = dims)
Base.count(f::Function, x::LazuliArray; dims = :) = sum(broadcast(f, x); dims = dims)
Base.extrema(x::LazuliArray; dims = :) = (minimum(x; dims = dims), maximum(x; dims = dims))

number_of(x, ::Colon) = length(x)
number_of(x, dims) = reduce(*, (size(x, d) for d in dims); init = 1)

function Statistics.mean(x::AnyLazuli{T}; dims = :) where {T}
    total = sum(x; dims = dims)
    return elementwise(/, total, real_type(float(T))(number_of(x, dims)))
end
Statistics.mean(f, x::AnyLazuli; dims = :) = mean(broadcast(f, x); dims = dims)
function Statistics.var(x::AnyLazuli; dims = :, corrected::Bool = true, mean = mean(x; dims = dims))
    squares = sum(abs2, x .- mean; dims = dims)
    return elementwise(/, squares, eltype(squares)(number_of(x, dims) - corrected))
end
Statistics.std(x::AnyLazuli; options...) = sqrt.(var(x; options...))

# a == b of arrays waits, because it returns a Bool as in Julia. For arrays without dimensions it is
# recorded, like a < b (see Numbers.jl).
Base.:(==)(x::LazuliArray, y::LazuliArray) = size(x) == size(y) && all(x .== y)[]
Base.:(==)(x::LazuliArray, y::AbstractArray) = size(x) == size(y) && Array(x) == y
Base.:(==)(x::AbstractArray, y::LazuliArray) = y == x
Base.isequal(x::LazuliArray, y::LazuliArray) = isequal(Array(x), Array(y))
Base.isapprox(x::LazuliArray, y::AbstractArray; options...) = isapprox(Array(x), Array(LazuliArray(y)); options...)
Base.isapprox(x::AbstractArray, y::LazuliArray; options...) = isapprox(Array(LazuliArray(x)), Array(y); options...)
Base.isapprox(x::LazuliArray, y::LazuliArray; options...) = isapprox(Array(x), Array(y); options...)
Base.hash(x::LazuliArray, h::UInt) = hash(Array(x), h)

"""
    onecold(x; dims = 1)

Returns the index, counted from 1, of the largest element along dimension `dims`. The first of equal
elements counts. The result does not have dimension `dims`.
"""
function onecold(x::LazuliArray{T,N}; dims::Integer = 1) where {T,N}
    places = iota(Int, size(x), dims; device = device_of(x)) .+ 1
    first_of(a, i, b, j) = let take = (a > b) | ((a == b) & (i < j))
        (select(take, a, b), select(take, i, j))
    end
    f = body(first_of, x, Tuple{T,Int,T,Int})
    start = (literal(T, typemin(T), device_of(x)), literal(Int, typemax(Int), device_of(x)))
    _, found = record_all("reduce", (x, places, start...), 2; functions = (f,), dimensions = (axis(N, dims),))
    return found::LazuliArray{Int,N - 1}
end

"    cumsum(x::LazuliArray; dims)\n\nReturns the cumulative sums along dimension `dims`."
Base.cumsum(x::LazuliArray; dims::Integer) = running(+, x, dims)
Base.cumsum(x::LazuliVector) = running(+, x, 1)
Base.cumprod(x::LazuliArray; dims::Integer) = running(*, x, dims)
Base.cumprod(x::LazuliVector) = running(*, x, 1)

function running(op, x::LazuliArray{T,N}, d) where {T,N}
    a, n = axis(N, d), size(x, d)
    window = ntuple(i -> i == a + 1 ? max(n, 1) : 1, N)
    padding = ntuple(i -> i == 2a + 1 ? max(n - 1, 0) : 0, 2N)
    return record("reduce_window", (x, literal(T, neutral(op, T), device_of(x))); functions = (body(op, x, Tuple{T,T}),),
                  window_dimensions = window, padding = padding)::LazuliArray{T,N}
end
