# The recording of any op by its name in ops.json, for ops that are not worth a function of their
# own here.

"""
    Lazuli.record(name, operands; functions = (), device = nothing, attributes...) -> LazuliArray

Records the op `name` with one result; attributes are those of the C API, in row-major terms. With the
type of the result in front of the name the caller's code knows it, too. [`record_all`](@ref) is for
ops with several results.
"""
record(name::String, operands::Tuple; options...) = wrap(record_raws(name, operands, 1; options...)[1])
record(::Type{A}, name::String, operands::Tuple; options...) where {A<:LazuliArray} =
    A(record_raws(name, operands, 1; options...)[1])

"    Lazuli.record_all(name, operands, results; functions = (), device = nothing, attributes...) -> Tuple"
record_all(name::String, operands::Tuple, results::Integer; options...) =
    Tuple(map(wrap, record_raws(name, operands, results; options...)))

function record_raws(name, operands, results; functions::Tuple = (), device = nothing, attributes...)
    raws, bodies, data = Raw.handles(operands), Raw.handles(functions), map(attribute_data, values(attributes))
    out = Base.fill(C_NULL, results)
    GC.@preserve operands functions data device begin
        list = Raw.lz_attribute[map(attribute, keys(data), Tuple(data))...]
        where_to = device === nothing ? C_NULL : Base.unsafe_convert(Ptr{Cvoid}, device)
        check(Raw.lz_op_record(where_to, name, raws, length(raws), list, length(list), bodies, length(bodies), place(), out,
                               length(out)))
    end
    return out
end

attribute_data(value::Integer) = Int64(value)
attribute_data(value::AbstractString) = codeunits(String(value))
attribute_data(value) = Raw.integers(value)

attribute(key, value::Int64) =
    Raw.lz_attribute(Base.unsafe_convert(Ptr{UInt8}, key), Raw.LZ_ATTRIBUTE_INTEGER, 0, value, C_NULL, 0)
attribute(key, data) =
    Raw.lz_attribute(Base.unsafe_convert(Ptr{UInt8}, key), kind_of(data), 0, 0, pointer(data), length(data))
kind_of(data::Vector{Int64}) = Raw.LZ_ATTRIBUTE_INTEGERS
kind_of(data::Base.CodeUnits) = Raw.LZ_ATTRIBUTE_TEXT
