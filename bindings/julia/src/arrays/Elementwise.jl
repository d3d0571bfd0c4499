# Elementwise ops. Their operands broadcast as in Julia: dimensions of size 1, and missing
# dimensions at the end, are repeated.

@inline function unary(op::F, ::Type{R}, x::LazuliArray{T,N}) where {F,R,T,N}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(op(x, place(), out))
    return LazuliArray{R,N}(out[])
end

"Converts the elements to `P`, which the op takes, and records the op."
@inline function unary(op::F, ::Type{R}, ::Type{P}, x::LazuliArray) where {F,R,P}
    a = convert_elements(P, x)
    result = unary(op, R, a)
    close_temporary(a, x)
    return result
end

@inline function binary(op::F, ::Type{R}, ::Type{P}, x::LazuliArray, y::LazuliArray) where {F,R,P}
    a, b = operands(P, x, y)
    result = binary(op, R, a, b)
    close_temporary(a, x)
    close_temporary(b, y)
    return result
end

@inline function binary(op::F, ::Type{R}, x::LazuliArray{T,N}, y::LazuliArray{T,N}) where {F,R,T,N}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(op(x, y, place(), out))
    return LazuliArray{R,N}(out[])
end

@inline close_temporary(a, x) = a.handle === x.handle || close(a)

"Converts both arrays to elements of type P, and repeats both to their common size."
@inline operands(::Type{T}, x::LazuliArray{T,N}, y::LazuliArray{T,N}) where {T,N} =
    x.dims == y.dims ? (x, y) : spread_both(T, x, y)
@inline operands(::Type{P}, x::LazuliArray, y::LazuliArray) where {P} = spread_both(P, x, y)

function spread_both(::Type{P}, x::LazuliArray, y::LazuliArray) where {P}
    dims = broadcast_dims(x.dims, y.dims)
    return spread_converted(P, x, dims), spread_converted(P, y, dims)
end

function spread_converted(::Type{P}, x::LazuliArray, dims::Dims) where {P}
    converted = convert_elements(P, x)
    converted.dims == dims && return converted
    result = spread(converted, dims)
    close_temporary(converted, x)
    return result
end

function broadcast_dims(a::Dims{M}, b::Dims{N}) where {M,N}
    return ntuple(Val(max(M, N))) do d
        m, n = d <= M ? a[d] : 1, d <= N ? b[d] : 1
        m == n || n == 1 ? m : m == 1 ? n : throw_sizes(a, b)
    end
end

@noinline throw_sizes(a, b) =
    throw(LazuliError("broadcast", "sizes $a and $b do not fit: dimensions must be equal, or 1"))

"""
Repeats dimensions of size 1 and missing dimensions. By default, dimensions are missing at the end.
Otherwise `at` has the numbers, in the library's order, of the dimensions of the result that `x`
has.
"""
function spread(x::LazuliArray{T,M}, dims::Dims{N}, at::NTuple{M,Int} = ntuple(i -> N - M + i - 1, Val(M))) where {T,M,N}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_broadcast_in_dim(x, Numbers(at), M, Numbers(row_major(dims)), N, place(), out))
    return LazuliArray{T,N}(out[])
end

function spread_and_close(x::LazuliArray, dims::Dims)
    x.dims === dims && return x
    result = spread(x, dims)
    close(x)
    return result
end

const DIRECTIONS = (EQ = Int32(0), NE = Int32(1), GE = Int32(2), GT = Int32(3), LE = Int32(4), LT = Int32(5))
const TOTAL_ORDER = Int32(2)

"A comparison in direction D, which is called like the raw function of an op with two operands."
struct Compare{D,Order} end
@inline (::Compare{D,Order})(x, y, options, out) where {D,Order} = Raw.lz_compare(x, y, D, Order, options, out)

"Takes elements of `a` where `c` is true, and elements of `b` where it is false."
function choose(c::LazuliArray{Bool}, a::LazuliArray{S}, b::LazuliArray{T}) where {S,T}
    P = promote_type(S, T)
    dims = broadcast_dims(c.dims, broadcast_dims(a.dims, b.dims))
    p = ndims(c) == 0 ? c : spread_converted(Bool, c, dims)
    x, y = spread_converted(P, a, dims), spread_converted(P, b, dims)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_select(p, x, y, place(), out))
    result = LazuliArray{P,length(dims)}(out[])
    foreach(close_temporary, (p, x, y), (c, a, b))
    return result
end

# Tables of the ops for Julia's functions. The last column of UNARY and BINARY computes the type to
# which the operands are converted from their own types.

real_type(::Type{T}) where {T} = T
real_type(::Type{Complex{T}}) where {T} = T
"The type in which Julia adds elements: truth values are added as `Int`."
counting(::Type{T}) where {T} = T
counting(::Type{Bool}) = Int
same(::Type{T}) where {T} = T

# (function, op, type of operands)
const UNARY = [
    (:(Base.:-), :negate, counting), (:(Base.exp), :exponential, float), (:(Base.expm1), :exponential_minus_one, float),
    (:(Base.log), :log, float), (:(Base.log1p), :log_plus_one, float), (:(Base.tanh), :tanh, float),
    (:(Base.tan), :tan, float), (:(Base.sin), :sine, float), (:(Base.cos), :cosine, float), (:(Base.sqrt), :sqrt, float),
    (:(Base.cbrt), :cbrt, float), (:(Base.sinh), :sinh, float), (:(Base.cosh), :cosh, float), (:(Base.asin), :asin, float),
    (:(Base.acos), :acos, float), (:(Base.atan), :atan, float), (:(Base.asinh), :asinh, float),
    (:(Base.acosh), :acosh, float), (:(Base.atanh), :atanh, float), (:(Base.:~), :not, same),
    (:(Base.count_ones), :popcnt, same), (:(Base.leading_zeros), :count_leading_zeros, same),
    (:sigmoid, :logistic, float), (:rsqrt, :rsqrt, float), (:erf, :erf, float), (:erfc, :erfc, float),
    (:erfinv, :erf_inv, float), (:loggamma, :lgamma, float), (:digamma, :digamma, float)]

"    sigmoid(x) = 1 / (1 + exp(-x))"
function sigmoid end
"    rsqrt(x) = 1 / sqrt(x)"
function rsqrt end
"    erf(x)\n\nThe error function."
function erf end
"    erfc(x) = 1 - erf(x), also precise where the result is small"
function erfc end
"    erfinv(x)\n\nThe number whose error function is `x`."
function erfinv end
"    loggamma(x)\n\nThe logarithm of the magnitude of the gamma function."
function loggamma end
"    digamma(x)\n\nThe derivative of `loggamma`."
function digamma end

integer_or_float(S, T) = float(promote_type(S, T))
sum_type(S, T) = counting(promote_type(S, T))
first_type(S, T) = S

# (function, op, type of operands)
const BINARY = [
    (:(Base.:+), :add, sum_type), (:(Base.:-), :subtract, sum_type),
    (:(Base.:*), :multiply, promote_type), (:(Base.:/), :divide, integer_or_float),
    (:(Base.rem), :remainder, promote_type), (:(Base.max), :maximum, promote_type),
    (:(Base.min), :minimum, promote_type), (:(Base.:^), :power, sum_type),
    (:(Base.:&), :and, promote_type), (:(Base.:|), :or, promote_type), (:(Base.xor), :xor, promote_type),
    (:(Base.:<<), :shift_left, first_type), (:(Base.:>>>), :shift_right_logical, first_type),
    (:(Base.atan), :atan2, integer_or_float)]

# (function, direction, order: 2 is the total order of floats, 0 their usual order)
const COMPARISONS = [(:(Base.:(==)), :EQ, 0), (:(Base.:!=), :NE, 0), (:(Base.:<), :LT, 0), (:(Base.:<=), :LE, 0),
                     (:(Base.:>), :GT, 0), (:(Base.:>=), :GE, 0), (:(Base.isless), :LT, 2), (:(Base.isequal), :EQ, 2)]
