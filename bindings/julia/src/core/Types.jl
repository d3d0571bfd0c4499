# Element types, with the numbers of lz_dtype.

const DTYPES = (Bool => 1, Int8 => 2, Int16 => 3, Int32 => 4, Int64 => 5, UInt8 => 6, UInt16 => 7, UInt32 => 8, UInt64 => 9,
                Float16 => 10, Float32 => 11, Float64 => 12, Complex{Float32} => 15, BFloat16 => 16, Complex{Float64} => 18)

"The types that an element of a [`LazuliArray`](@ref) can have."
const ElementType = Union{first.(DTYPES)...}

for (T, number) in DTYPES
    @eval @inline dtype(::Type{$T}) = $(Int32(number))
end
dtype(T::Type) = throw(LazuliError("LazuliArray", "elements cannot be of type $T: take one of " *
                                   join(first.(DTYPES), ", ", " or ")))

const ELEMENT_TYPES = Dict(Int32(number) => T for (T, number) in DTYPES)

element_type(number::Int32) = get(ELEMENT_TYPES, number) do
    throw(LazuliError("LazuliArray", "Julia has no type for elements of $(unsafe_string(Raw.lz_dtype_name(number)))"))
end
