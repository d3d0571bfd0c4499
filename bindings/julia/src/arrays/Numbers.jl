# Functions of numbers on arrays. A broadcast f.(a, b) calls the function once, with an `Element`
# for each array. Each op that the function applies to an `Element` is recorded for all elements of
# the array. So any function of numbers can be broadcast and fused.

"""
    Element(array) <: Number

Stands for each element of an array while a broadcast calls its function. Functions of numbers
accept it. Its values are not known yet, so a call with it fails at an `if` whose condition depends
on it. In Julia 1.5 the broadcast then compiles both branches of the function (Broadcast.jl). In
other versions, use `ifelse.(c, a, b)` or `Lazuli.select(c, a, b)`.
"""
struct Element{T,N} <: Number
    array::LazuliArray{T,N}
end

inner(x::Element) = x.array
inner(x::LazuliArray) = x
inner(x::Number) = x
inner(x) = x

Base.eltype(::Type{<:Element{T}}) where {T} = T
Base.zero(x::Element{T}) where {T} = Element(scalar(T, zero(T), device_of(x.array)))
Base.one(x::Element{T}) where {T} = Element(scalar(T, one(T), device_of(x.array)))
Base.oneunit(x::Element) = one(x)
Base.show(io::IO, x::Element{T}) where {T} = print(io, "Element{", T, "} of size ", x.array.dims)

# Methods for the functions in the tables of Elementwise.jl.
for (f, op, type) in UNARY
    raw = :(Raw.$(Symbol(:lz_, op)))
    @eval @inline $f(x::Element{T}) where {T} = Element(unary($raw, $type(T), $type(T), x.array))
end
for (f, op, type) in BINARY
    raw = :(Raw.$(Symbol(:lz_, op)))
    @eval @inline elementwise(::typeof($f), x::LazuliArray{S}, y::LazuliArray{T}) where {S,T} =
        binary($raw, $type(S, T), $type(S, T), x, y)
end
for (f, direction, order) in COMPARISONS
    @eval @inline elementwise(::typeof($f), x::LazuliArray{S}, y::LazuliArray{T}) where {S,T} =
        binary(Compare{$(DIRECTIONS[direction]),$(order) * Int32(promote_type(S, T) <: AbstractFloat)}(), Bool,
               promote_type(S, T), x, y)
end
@inline elementwise(::typeof(>>), x::LazuliArray{S}, y::LazuliArray) where {S} =
    binary(S <: Signed ? Raw.lz_shift_right_arithmetic : Raw.lz_shift_right_logical, S, S, x, y)
@inline elementwise(::typeof(complex), x::LazuliArray{S}, y::LazuliArray{T}) where {S,T} =
    binary(Raw.lz_complex, Complex{float(promote_type(S, T))}, float(promote_type(S, T)), x, y)

# A number is promoted as in Julia and becomes an input of the program. (F makes Julia compile a
# method for each f. Without a type parameter, it would not, because f is only passed on.)
function elementwise(f::F, x::LazuliArray{T}, y::Number) where {F,T}
    number = scalar(promote_type(T, typeof(y)), y, device_of(x))
    result = elementwise(f, x, number)
    close(number)
    return result
end
function elementwise(f::F, x::Number, y::LazuliArray{T}) where {F,T}
    number = scalar(promote_type(T, typeof(x)), x, device_of(y))
    result = elementwise(f, number, y)
    close(number)
    return result
end

const FUNCTIONS_OF_TWO = [first.(BINARY); first.(COMPARISONS); [:(Base.:>>), :(Base.complex)]]
# `isequal` of arrays without dimensions is not recorded. It reads both arrays, because dictionaries
# need a Bool.
for f in FUNCTIONS_OF_TWO
    for (X, Y) in ((Element, Element), (Element, Number), (Number, Element), (Element, LazuliScalar), (LazuliScalar, Element))
        @eval @inline $f(x::$X, y::$Y) = Element(elementwise($f, inner(x), inner(y)))
    end
    f == :(Base.isequal) && continue
    for (X, Y) in ((LazuliScalar, LazuliScalar), (LazuliScalar, Number), (Number, LazuliScalar))
        @eval @inline $f(x::$X, y::$Y) = elementwise($f, x, y)
    end
end

# A power is computed by products if its exponent is an integer of at most 16 in magnitude.
for X in (:Element, :LazuliScalar)
    @eval Base.literal_pow(::typeof(^), x::$X, ::Val{p}) where {p} = power(x, p)
    @eval Base.:^(x::$X, p::Integer) = power(x, p)
    @eval Base.:^(x::$X, p::Rational) = x^float(p)
    @eval Base.:^(::Irrational{:ℯ}, x::$X) = exp(x)
end
function power(x, p::Integer)
    p == 0 && return one(x)
    p == 1 && return x
    p == 2 && return square(x)
    p < 0 && return inv(power(x, -p))
    p <= 16 || return invoke(^, Tuple{typeof(x),Number}, x, p)
    half = power(square(x), p ÷ 2)
    return isodd(p) ? half * x : half
end
square(x::Element{T}) where {T} = Element(unary(Raw.lz_square, T, x.array))
square(x::LazuliScalar) = inner(square(Element(x)))

# Functions that depend on the type of the elements, and functions that consist of other functions.
Base.abs(x::Element{T}) where {T} = Element(unary(Raw.lz_abs, real_type(T), x.array))
Base.sign(x::Element{T}) where {T} = Element(unary(Raw.lz_sign, T, x.array))
Base.abs(x::Element{<:Union{Bool,Unsigned}}) = x
Base.sign(x::Element{T}) where {T<:Union{Bool,Unsigned}} = as_element(T, x > zero(T))
Base.real(x::Element) = x
Base.imag(x::Element) = zero(x)
Base.conj(x::Element) = x
Base.real(x::Element{Complex{T}}) where {T} = Element(unary(Raw.lz_real, T, x.array))
Base.imag(x::Element{Complex{T}}) where {T} = Element(unary(Raw.lz_imag, T, x.array))
Base.conj(x::Element{<:Complex}) = complex(real(x), -imag(x))
Base.angle(x::Element) = atan(imag(x), real(x))
Base.abs2(x::Element) = square(x)
Base.abs2(x::Element{<:Complex}) = square(real(x)) + square(imag(x))
Base.:!(x::Element{Bool}) = Element(unary(Raw.lz_not, Bool, x.array))

Base.isnan(x::Element) = x != x
Base.isinf(x::Element) = x != x
Base.isfinite(x::Element) = x == x
Base.isinf(x::Element{<:AbstractFloat}) = Element(unary(Raw.lz_is_inf, Bool, x.array))
Base.isfinite(x::Element{<:AbstractFloat}) = Element(unary(Raw.lz_is_finite, Bool, x.array))
Base.iszero(x::Element{T}) where {T} = x == zero(T)
Base.iseven(x::Element{T}) where {T} = x & one(T) == zero(T)
Base.isodd(x::Element) = !iseven(x)

for (f, op) in ((:floor, :lz_floor), (:ceil, :lz_ceil), (:round, :lz_round_nearest_even))
    @eval Base.$f(x::Element) = x
    @eval Base.$f(x::Element{T}) where {T<:AbstractFloat} = Element(unary(Raw.$op, T, x.array))
    @eval Base.$f(::Type{S}, x::Element) where {S<:ElementType} = as_element(S, $f(x))
end
Base.trunc(x::Element) = x
Base.trunc(x::Element{T}) where {T<:AbstractFloat} = select(x < zero(T), ceil(x), floor(x))
Base.trunc(::Type{S}, x::Element) where {S<:ElementType} = as_element(S, is_checked() ? trunc(x) : x)

Base.inv(x::Element{T}) where {T} = one(float(T)) / x
Base.exp2(x::Element{T}) where {T} = float(T)(2)^x
Base.exp10(x::Element{T}) where {T} = float(T)(10)^x
Base.log2(x::Element{T}) where {T} = log(x) * float(T)(1 / log(2.0))
Base.log10(x::Element{T}) where {T} = log(x) * float(T)(1 / log(10.0))
Base.log(b::Real, x::Element{T}) where {T} = log(x) * float(T)(1 / log(float(b)))
# The compiler turns this select into a maximum, so relu is as fast as max(x, 0). But its gradient is
# faster: the gradient of a select is 0 or 1, while that of max(x, 0) is 1/2 where x is 0, which takes
# three more instructions.
"    relu(x) = max(x, 0), whose gradient at 0 is 0"
relu(x::Element{T}) where {T} = select(x <= zero(T), zero(T), x)
"    softplus(x) = log(1 + exp(x)), without overflow"
softplus(x::Element{T}) where {T} = max(x, zero(T)) + log1p(exp(-abs(x)))
"    gelu(x) = x / 2 * (1 + erf(x / sqrt(2)))"
gelu(x::Element{T}) where {T} = x * T(0.5) * (erf(x * T(sqrt(0.5))) + one(T))
"    swish(x) = x * sigmoid(x)"
swish(x::Element) = x * sigmoid(x)
"    leakyrelu(x, a = 0.01)"
leakyrelu(x::Element{T}, a = T(0.01)) where {T} = select(x > zero(T), x, x * T(a))
"    elu(x, a = 1)"
elu(x::Element{T}, a = one(T)) where {T} = select(x > zero(T), x, T(a) * expm1(x))

for f in (:relu, :softplus, :swish, :leakyrelu, :elu)
    @eval $f(x::Real, a...) = host_value($f, x, a...)
end
host_value(::typeof(relu), x) = max(x, zero(x))
host_value(::typeof(softplus), x) = max(x, zero(x)) + log1p(exp(-abs(x)))
host_value(::typeof(swish), x) = x / (1 + exp(-x))
host_value(::typeof(leakyrelu), x, a = oftype(float(x), 0.01)) = x > 0 ? x : x * a
host_value(::typeof(elu), x, a = one(x)) = x > 0 ? x : a * expm1(x)
sigmoid(x::Real) = 1 / (1 + exp(-x))
rsqrt(x::Real) = 1 / sqrt(x)

Base.div(x::Element{S}, y::Element{T}) where {S<:Integer,T<:Integer} =
    Element(binary(Raw.lz_divide, promote_type(S, T), promote_type(S, T), x.array, y.array))
Base.div(x::Element, y::Element) = trunc(x / y)
function Base.mod(x::Element{S}, y::Element{T}) where {S,T}
    r = rem(x, y)
    nought = zero(promote_type(S, T))
    return select((r != nought) & ((r < nought) != (y < zero(T))), r + y, r)
end
Base.fld(x::Element{<:AbstractFloat}, y::Element) = floor(x / y)
Base.fld(x::Element, y::Element) = div(x - mod(x, y), y)
Base.:\(x::Element, y::Element) = y / x
Base.hypot(x::Element, y::Element) = sqrt(square(x) + square(y))
Base.copysign(x::Element, y::Element{T}) where {T} = select(y < zero(T), -abs(x), abs(x))
for f in (:div, :mod, :fld, Symbol("\\"), :hypot, :copysign)
    @eval Base.$f(x::Element{T}, y::Number) where {T} = $f(x, Element(scalar(promote_type(T, typeof(y)), y)))
    @eval Base.$f(x::Number, y::Element{T}) where {T} = $f(Element(scalar(promote_type(T, typeof(x)), x)), y)
    @eval Base.$f(x::LazuliScalar, y::LazuliScalar) = inner($f(Element(x), Element(y)))
    @eval Base.$f(x::LazuliScalar, y::Number) = inner($f(Element(x), y))
    @eval Base.$f(x::Number, y::LazuliScalar) = inner($f(x, Element(y)))
end
for f in (:muladd, :fma)
    @eval Base.$f(x::Element, y::Number, z::Number) = x * y + z
    @eval Base.$f(x::Number, y::Element, z::Number) = x * y + z
    @eval Base.$f(x::Number, y::Number, z::Element) = x * y + z
    @eval Base.$f(x::Element, y::Element, z::Number) = x * y + z
    @eval Base.$f(x::Element, y::Number, z::Element) = x * y + z
    @eval Base.$f(x::Number, y::Element, z::Element) = x * y + z
    @eval Base.$f(x::Element, y::Element, z::Element) = x * y + z
end
Base.muladd(x::Real, y::Complex, z::Element) = x * y + z
Base.clamp(x::Element, low, high) = min(max(x, low), high)

"""
    Lazuli.select(c, a, b)

Returns `a` where `c` is true, and `b` where it is false. The arguments are elements in a broadcast,
arrays or numbers. Both `a` and `b` are computed.
"""
select(c::Bool, a, b) = c ? a : b
select(c::Element{Bool}, a, b) = Element(choose(c.array, array_beside(c.array, a), array_beside(c.array, b)))
select(c::LazuliArray{Bool}, a, b) = choose(c, array_beside(c, a), array_beside(c, b))
array_beside(x, y) = array_of(y)
array_beside(x, y::ElementType) = scalar(typeof(y), y, device_of(x))
array_of(x) = LazuliArray(x)
array_of(x::Element) = x.array
LazuliArray(x::Element; options...) = x.array

# Converts to another element type.
function as_element(::Type{T}, x::Element) where {T}
    T <: Integer && is_checked() && foreach(T, Array(x.array)) # throws like Julia's conversion
    return Element(convert_elements(T, x.array))
end
for T in first.(DTYPES)
    @eval (::Type{$T})(x::Element) = as_element($T, x)
end
Base.float(x::Element{T}) where {T} = as_element(float(T), x)
Base.convert(::Type{T}, x::Element) where {T<:ElementType} = as_element(T, x)

# Functions of an Element that are also defined for an array without dimensions.
const FUNCTIONS_OF_ONE = [first.(UNARY); [:(Base.$f) for f in
    (:abs, :sign, :real, :imag, :conj, :angle, :abs2, :!, :isnan, :isinf, :isfinite, :iszero, :iseven, :isodd, :floor, :ceil,
     :round, :trunc, :inv, :exp2, :exp10, :log2, :log10)]; [:relu, :softplus, :gelu, :swish, :leakyrelu, :elu]]
for f in FUNCTIONS_OF_ONE
    @eval @inline $f(x::LazuliScalar) = inner($f(Element(x)))
end
Base.clamp(x::LazuliScalar, low, high) = min(max(x, low), high)
