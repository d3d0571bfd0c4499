# Products. A matrix of Julia has the same bytes as its transpose in the library, so A * B is
# recorded as the library's product of B and A. If an operand is transposed, the product sums over
# its other dimension instead of transposing it.

"An operand of a product: an array, and whether the product uses its transpose."
struct Factor{T,N}
    array::LazuliArray{T,N}
    is_transposed::Bool
end
factor(x::LazuliArray) = Factor(x, false)
factor(x::SubArray) = Factor(LazuliArray(x), false)
factor(x::PermutedDimsArray) = Factor(LazuliArray(x), false)
factor(x::Transpose) = Factor(parent(x), true)
factor(x::Adjoint) = Factor(conj_if_complex(parent(x)), true)

const MATRICES = (LazuliMatrix, Adjoint{<:ElementType,<:LazuliMatrix}, Transpose{<:ElementType,<:LazuliMatrix},
                  SubArray{<:ElementType,2,<:LazuliArray}, PermutedDimsArray{<:ElementType,2,<:Any,<:Any,<:LazuliMatrix})
const VECTORS = (LazuliVector, SubArray{<:ElementType,1,<:LazuliArray})
const ROWS = (Adjoint{<:ElementType,<:LazuliVector}, Transpose{<:ElementType,<:LazuliVector})

# There is one method for each pair, because Julia's own methods for wrappers of arrays would be
# ambiguous.
for M in MATRICES
    for R in (MATRICES..., VECTORS...)
        @eval Base.:*(a::$M, b::$R) = product(factor(a), factor(b))
    end
    for V in VECTORS
        @eval Base.:*(a::$V, b::$M) = product(factor(reshape(LazuliArray(a), (length(a), 1))), factor(b))
    end
    for R in ROWS
        @eval Base.:*(a::$R, b::$M) = transpose(product(transposed(factor(b)), factor(row_of(a))))
    end
end
for V in VECTORS, R in ROWS
    @eval Base.:*(a::$V, b::$R) = outer_product(LazuliArray(a), row_of(b))
    @eval Base.:*(a::$R, b::$V) = dot_product(row_of(a), LazuliArray(b))
end
row_of(x::Transpose) = parent(x)
row_of(x::Adjoint) = conj_if_complex(parent(x))
transposed(f::Factor) = Factor(f.array, !f.is_transposed)

# Products of a host array and a device array.
for M in MATRICES[1:3]
    @eval Base.:*(a::$M, b::Matrix) = a * LazuliArray(b)
    @eval Base.:*(a::$M, b::Vector) = a * LazuliArray(b)
    @eval Base.:*(a::Matrix, b::$M) = LazuliArray(a) * b
end
Base.:*(a::Matrix, b::LazuliVector) = LazuliArray(a) * b

"""
Returns Julia's number of the dimension of a matrix or vector that a product sums over, for a left
operand or a right operand.
"""
left_dimension(f::Factor) = f.is_transposed ? 1 : 2
right_dimension(f::Factor{T,2}) where {T} = f.is_transposed ? 2 : 1
right_dimension(f::Factor{T,1}) where {T} = 1

function product(a::Factor{S,2}, b::Factor{T,N}) where {S,T,N}
    along_a, along_b = left_dimension(a), right_dimension(b)
    if size(a.array, along_a) != size(b.array, along_b)
        throw(LazuliError("*", "sizes $(shown_size(a)) and $(shown_size(b)) do not multiply: $(size(a.array, along_a)) columns " *
                          "and $(size(b.array, along_b)) rows"))
    end
    return contract(a.array, along_a, b.array, along_b, Val(N))
end
shown_size(f::Factor) = f.is_transposed ? reverse(size(f.array)) : size(f.array)

"Sums products over one dimension of each array. The result has the other dimensions of `a`, then of `b`."
function contract(a::LazuliArray{S,M}, along_a, b::LazuliArray{T,N}, along_b, ::Val{R}) where {S,T,M,N,R}
    P = promote_type(S, T)
    x, y = convert_elements(P, a), convert_elements(P, b)
    out, sums = Ref{Ptr{Cvoid}}(C_NULL), Numbers((axis(N, along_b), axis(M, along_a)))
    GC.@preserve sums begin
        at = Base.unsafe_convert(Ptr{Int64}, sums)
        attributes = Ref(Raw.lz_dot_general_attributes(
            lhs_contracting_dimensions = at, num_lhs_contracting_dimensions = 1,
            rhs_contracting_dimensions = at + sizeof(Int64), num_rhs_contracting_dimensions = 1))
        check(Raw.lz_dot_general(y, x, attributes, place(), out))
    end
    close_temporary(x, a)
    close_temporary(y, b)
    return LazuliArray{P,R}(out[])
end

outer_product(a::LazuliVector, b::LazuliVector) = reshape(a, (length(a), 1)) .* reshape(b, (1, length(b)))
function dot_product(a::LazuliVector, b::LazuliVector)
    length(a) == length(b) || throw(LazuliError("dot", "vectors of lengths $(length(a)) and $(length(b)) have no product"))
    return contract(a, 1, b, 1, Val(0))
end

"""
    dot(x, y)

Returns `sum(conj.(x) .* y)` as an array without dimensions.
"""
function LinearAlgebra.dot(x::LazuliArray, y::LazuliArray)
    size(x) == size(y) || throw(LazuliError("dot", "arrays of sizes $(size(x)) and $(size(y)) have no product"))
    return dot_product(conj_if_complex(vec(x)), vec(y))
end

"    norm(x, p = 2)\n\nReturns the p-norm as an array without dimensions. `p` may be Inf."
function LinearAlgebra.norm(x::Union{LazuliArray,SubArray{<:ElementType,<:Any,<:LazuliArray}}, p::Real = 2)
    p == 2 && return sqrt(sum(abs2, x))
    p == 1 && return sum(abs, x)
    p == Inf && return maximum(abs, x)
    return sum(a -> abs(a)^p, x)^(1 / p)
end

"""
    batched_mul(a, b)

Multiplies the matrices `a[:, :, i]` and `b[:, :, i]` for each `i`.
"""
function batched_mul(a::LazuliArray{S,3}, b::LazuliArray{T,3}) where {S,T}
    if size(a, 2) != size(b, 1) || size(a, 3) != size(b, 3)
        throw(LazuliError("batched_mul", "sizes $(size(a)) and $(size(b)) do not multiply"))
    end
    P = promote_type(S, T)
    return record("dot_general", (convert_elements(P, b), convert_elements(P, a));
                  lhs_batching_dimensions = (0,), rhs_batching_dimensions = (0,), lhs_contracting_dimensions = (2,),
                  rhs_contracting_dimensions = (1,))::LazuliArray{P,3}
end

"""
    Lazuli.cholesky(a) -> L

Returns the lower triangular `L` with `L * L' == a`. If `a` is not positive definite, it contains
NaN.
"""
cholesky(a::LazuliMatrix) = record("cholesky", (a,); lower = false) # row-major, L is the upper triangle

"""
    Lazuli.solve_triangular(a, b; lower = true, transposed = false)

Returns the `x` with `a * x == b` or, if `transposed`, with `transpose(a) * x == b`. `a` is
triangular.
"""
function solve_triangular(a::LazuliMatrix{T}, b::LazuliArray{T}; lower::Bool = true, transposed::Bool = false) where {T}
    columns = b isa LazuliVector ? reshape(b, (length(b), 1)) : b
    # In row-major order, the library sees a' and b' and solves x' a' = b'.
    x = record("triangular_solve", (a, columns); left_side = false, lower = !lower, unit_diagonal = false,
               transpose_a = Int(transposed))
    return reshape(x, size(b))
end
