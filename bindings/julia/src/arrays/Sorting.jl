# Functions that sort. The default order is `isless`, in which NaN comes last.

"""
    sort(x::LazuliArray; dims, lt = isless, by = identity, rev = false)

Sorts along dimension `dims`, which a vector does not need. Equal elements keep their order. `lt`
and `by` are functions of numbers.
"""
Base.sort(x::LazuliArray; dims::Integer, options...) = first(sorted((x,), dims; options...))
Base.sort(x::LazuliVector; options...) = first(sorted((x,), 1; options...))

"    sortperm(x::LazuliVector; lt, by, rev)\n\nReturns the indices of the elements in sorted order."
Base.sortperm(x::LazuliVector; options...) = last(sorted((x, iota(Int, size(x), 1; device = device_of(x)) .+ 1), 1; options...))

"""
    Lazuli.sort_by(keys, values...; dims = 1)

Sorts `keys`, and returns all arrays in the order that sorts `keys`.
"""
sort_by(keys::LazuliArray, values::LazuliArray...; dims::Integer = 1, options...) = sorted((keys, values...), dims; options...)

function sorted(arrays::Tuple, d::Integer; lt = isless, by = identity, rev::Bool = false)
    x = first(arrays)
    all(a -> size(a) == size(x), arrays) || throw(LazuliError("sort", "keys and values must have one size"))
    before(a, b, others...) = rev ? lt(by(b), by(a)) : lt(by(a), by(b))
    types = Iterators.flatten(map(a -> (eltype(a), eltype(a)), arrays))
    f = scalar_function(before, types...; name = "before", device = device_of(x))
    return record_all("sort", arrays, length(arrays); functions = (f,), dimension = axis(ndims(x), d), is_stable = true)
end

"""
    Lazuli.top_k(x, k) -> (values, places)

Returns the `k` largest elements along the first dimension, and their indices along it.
"""
function top_k(x::LazuliArray{T,N}, k::Integer) where {T,N}
    values, places = record_all("top_k", (x,), 2; k = k)
    return values::LazuliArray{T,N}, (convert_elements(Int, places) .+ 1)::LazuliArray{Int,N}
end
