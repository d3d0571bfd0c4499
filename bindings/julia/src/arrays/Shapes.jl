# Functions that change the shape of an array or the order of its elements.

function Base.reshape(x::LazuliArray, dims::Dims{N}) where {N}
    dims === x.dims && return x
    prod(dims) == length(x) || throw(LazuliError("reshape", "an array of size $(size(x)) has no shape $dims: " *
                                                 "$(length(x)) elements are not $(prod(dims))"))
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_reshape(x, Numbers(row_major(dims)), N, place(), out))
    return LazuliArray{eltype(x),N}(out[])
end

Base.reshape(x::LazuliArray, dims::Tuple{Vararg{Union{Int,Colon}}}) = reshape(x, Base._reshape_uncolon(x, dims))

Base.permutedims(x::LazuliVector) = reshape(x, (1, length(x)))
Base.permutedims(x::LazuliMatrix) = permutedims(x, (2, 1))
Base.permutedims(x::LazuliArray{T,N}, order) where {T,N} = permutedims(x, NTuple{N,Int}(order))
function Base.permutedims(x::LazuliArray{T,N}, order::NTuple{N,Int}) where {T,N}
    isperm(order) || throw(LazuliError("permutedims", "$order is not a permutation of $N dimensions"))
    permutation = ntuple(i -> axis(N, order[axis(N, i - 1)]), Val(N))
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_transpose(x, Numbers(permutation), N, place(), out))
    return LazuliArray{T,N}(out[])
end

# x' and transpose(x) are Julia's wrappers. Products use the array inside and sum over its other
# dimension. All other functions convert the wrapper to an array, which records a transpose.
LazuliArray(x::Transpose{T,<:LazuliArray}) where {T<:ElementType} = permutedims(parent(x))
LazuliArray(x::Adjoint{T,<:LazuliArray}) where {T<:ElementType} = conj_if_complex(permutedims(parent(x)))
LazuliArray(x::PermutedDimsArray{T,N,P,Q,<:LazuliArray}) where {T<:ElementType,N,P,Q} = permutedims(parent(x), P)
conj_if_complex(x::LazuliArray{<:Real}) = x
conj_if_complex(x::LazuliArray) = conj(x)
for W in WRAPPERS
    @eval Base.copy(x::$W) = LazuliArray(x)
    @eval Base.Array(x::$W) = Array(LazuliArray(x))
    @eval Base.collect(x::$W) = Array(LazuliArray(x))
end

"""
    cat(xs::LazuliArray...; dims)
    vcat, hcat

Joins arrays along a dimension. Their elements are converted to a common type.
"""
Base.cat(x::AnyLazuli, others::AnyLazuli...; dims) = concatenate(dim_of(dims), (x, others...))
Base.vcat(x::AnyLazuli, others::AnyLazuli...) = concatenate(1, (x, others...))
Base.hcat(x::AnyLazuli, others::AnyLazuli...) = concatenate(2, (x, others...))

dim_of(dims) = dims
dim_of(::Val{d}) where {d} = d

concatenate(dims, xs::Tuple) = Base.inferencebarrier(joined)(dims, xs)

function joined(dims, xs::Tuple)
    d = dims isa Integer ? Int(dims) : throw(LazuliError("cat", "arrays join along one dimension, not along $dims"))
    T, N = promote_type(map(eltype, xs)...), max(d, maximum(map(ndims, xs)))
    arrays = map(x -> with_ndims(convert_elements(T, LazuliArray(x)), N), xs)
    for x in arrays[2:end], i in 1:N
        i == d || size(x, i) == size(arrays[1], i) ||
            throw(LazuliError("cat", "sizes $(size(arrays[1])) and $(size(x)) do not join along dimension $d"))
    end
    return record("concatenate", arrays; dimension = axis(N, d))::LazuliArray{T,N}
end

with_ndims(x::LazuliArray, n) = ndims(x) == n ? x : reshape(x, ntuple(i -> size(x, i), n))

"    repeat(x::LazuliArray, counts...; inner, outer)\n\nLike `repeat` of a Julia array."
Base.repeat(x::LazuliArray, counts::Integer...) = repeat_dims(x, (), counts)
Base.repeat(x::LazuliArray; inner = (), outer = ()) = repeat_dims(x, Tuple(inner), Tuple(outer))

# Reshapes (a, b) to (1, a, 1, 1, b, 1). The 1 before each dimension is then enlarged to its number
# in `inner`, and the 1 after it to its number in `outer`.
function repeat_dims(x::LazuliArray, inner::Tuple, outer::Tuple)
    n = max(ndims(x), length(inner), length(outer))
    count(counts, d) = d <= length(counts) ? Int(counts[d]) : 1
    apart = ntuple(i -> i % 3 == 2 ? size(x, (i + 1) ÷ 3) : 1, 3n)
    full = ntuple(3n) do i
        d = (i + 2) ÷ 3
        i % 3 == 1 ? count(inner, d) : i % 3 == 2 ? size(x, d) : count(outer, d)
    end
    return reshape(spread(reshape(x, apart), full), ntuple(d -> size(x, d) * count(inner, d) * count(outer, d), n))
end

"    reverse(x::LazuliArray; dims = :)"
Base.reverse(x::LazuliArray{T,N}; dims = ntuple(identity, N)) where {T,N} = reverse_dims(x, Tuple(dims))
Base.reverse(x::LazuliVector; dims = 1) = reverse_dims(x, Tuple(dims))
reverse_dims(x::LazuliArray{T,N}, dims) where {T,N} =
    record("reverse", (x,); dimensions = map(d -> axis(N, d), dims))::LazuliArray{T,N}

"    circshift(x::LazuliArray, shifts)"
Base.circshift(x::LazuliArray, shift::Integer) = circshift(x, (shift,))
function Base.circshift(x::LazuliArray{T,N}, shifts::Tuple{Vararg{Integer}}) where {T,N}
    result = x
    for (d, shift) in enumerate(shifts)
        n = size(x, d)
        k = n == 0 ? 0 : mod(shift, n)
        k == 0 && continue
        part(range) = ntuple(i -> i == d ? range : Colon(), N)
        result = cat(result[part(n-k+1:n)...], result[part(1:n-k)...]; dims = d)
    end
    return result
end

"""
    Lazuli.pad(x, value = 0; low = (), high = (), interior = ())

Adds copies of `value` to each dimension: `low` of them before the elements, `high` after the
elements, and `interior` between neighbours. A negative `low` or `high` removes elements.
"""
function pad(x::LazuliArray{T,N}, value = zero(T); low = (), high = (), interior = ()) where {T,N}
    entries(list) = row_major(ntuple(d -> d <= length(list) ? Int(list[d]) : 0, N))
    return record("pad", (x, convert_elements(T, LazuliArray(value))); edge_padding_low = entries(Tuple(low)),
                  edge_padding_high = entries(Tuple(high)), interior_padding = entries(Tuple(interior)))::LazuliArray{T,N}
end
