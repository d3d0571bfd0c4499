# A BFloat16 is the upper 16 bits of a Float32. Arithmetic is done in Float32. Results are rounded
# to the nearest BFloat16, with ties to even.

"""
    BFloat16(x)

A float of 8 bits of exponent and 7 of mantissa, the element type that the library calls bf16.
"""
primitive type BFloat16 <: AbstractFloat 16 end

Base.Float32(x::BFloat16) = reinterpret(Float32, UInt32(reinterpret(UInt16, x)) << 16)
Base.Float64(x::BFloat16) = Float64(Float32(x))
Base.Float16(x::BFloat16) = Float16(Float32(x))
(::Type{T})(x::BFloat16) where {T<:Integer} = T(Float32(x))
Base.Bool(x::BFloat16) = Bool(Float32(x))

function BFloat16(x::Float32)
    isnan(x) && return reinterpret(BFloat16, 0x7fc0)
    bits = reinterpret(UInt32, x)
    bits += 0x00007fff + ((bits >> 16) & 0x00000001)
    return reinterpret(BFloat16, UInt16(bits >> 16))
end
# Gives the same result as a single rounding. The Float32 is rounded toward zero, and its last bit
# is set if it is not exact. So a number close to a tie does not become a tie.
function BFloat16(x::Real)
    y = Float32(x, RoundToZero)
    return BFloat16(y == x ? y : reinterpret(Float32, reinterpret(UInt32, y) | 0x00000001))
end
BFloat16(x::BFloat16) = x

Base.promote_rule(::Type{BFloat16}, ::Type{<:Integer}) = BFloat16
Base.promote_rule(::Type{BFloat16}, ::Type{Float16}) = Float32
Base.promote_rule(::Type{BFloat16}, ::Type{Float32}) = Float32
Base.promote_rule(::Type{BFloat16}, ::Type{Float64}) = Float64
for op in (:+, :-, :*, :/, :^)
    @eval Base.$op(x::BFloat16, y::BFloat16) = BFloat16($op(Float32(x), Float32(y)))
end
for op in (:(==), :<, :<=)
    @eval Base.$op(x::BFloat16, y::BFloat16) = $op(Float32(x), Float32(y))
end
Base.:-(x::BFloat16) = reinterpret(BFloat16, xor(reinterpret(UInt16, x), 0x8000))
Base.isnan(x::BFloat16) = isnan(Float32(x))
Base.typemin(::Type{BFloat16}) = BFloat16(-Inf32)
Base.typemax(::Type{BFloat16}) = BFloat16(Inf32)
Base.eps(::Type{BFloat16}) = BFloat16(0.0078125f0)
Base.one(::Type{BFloat16}) = BFloat16(1.0f0)
Base.zero(::Type{BFloat16}) = BFloat16(0.0f0)
Base.show(io::IO, x::BFloat16) = print(io, "BFloat16(", Float32(x), ")")
