# Records any op by its name in ops.json, for ops that have no function of their own here.

"""
    Lazuli.record(name, operands; functions = (), device = nothing, attributes...) -> LazuliArray

Records the op `name`, which has one result. Attributes are those of the C API, so dimensions are in
row-major order. `record(type, name, ...)` takes the type of the result, so that Julia can infer it.
[`record_all`](@ref) is for ops with several results.
"""
record(name::String, operands::Tuple; options...) = wrap(record_raw(name, operands; options...))
record(::Type{A}, name::String, operands::Tuple; options...) where {A<:LazuliArray} =
    A(record_raw(name, operands; options...))

"    Lazuli.record_all(name, operands, results; functions = (), device = nothing, attributes...) -> Tuple"
function record_all(name::String, operands::Tuple, results::Integer; functions = (), device = nothing, attributes...)
    out = Base.fill(C_NULL, results)
    record_into!(out, results, name, operands, functions, device, values(attributes))
    return Tuple(map(wrap, out))
end

@inline function record_raw(name, operands; functions = (), device = nothing, attributes...)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    record_into!(out, 1, name, operands, functions, device, values(attributes))
    return out[]
end

function record_into!(out, results, name, operands::Tuple, functions::Tuple, device, attributes::NamedTuple)
    data = map(attribute_data, Tuple(attributes))
    GC.@preserve operands functions data device begin
        list = List{length(data),Raw.lz_attribute}(map(attribute, keys(attributes), data))
        where_to = device === nothing ? C_NULL : Base.unsafe_convert(Ptr{Cvoid}, device)
        check(Raw.lz_op_record(where_to, name, handles(operands), length(operands), list, length(data), handles(functions),
                               length(functions), place(), out, results))
    end
end

attribute_data(value::Integer) = Int64(value)
attribute_data(value::AbstractString) = codeunits(String(value))
attribute_data(value::Tuple) = Numbers{length(value)}(value)
attribute_data(value) = Raw.integers(value)


attribute(key, value::Int64) =
    Raw.lz_attribute(Base.unsafe_convert(Ptr{UInt8}, key), Raw.LZ_ATTRIBUTE_INTEGER, 0, value, C_NULL, 0)
attribute(key, list::Numbers{N}) where {N} = integers_attribute(key, Base.unsafe_convert(Ptr{Int64}, list), N)
attribute(key, list::Vector{Int64}) = integers_attribute(key, pointer(list), length(list))
attribute(key, text::Base.CodeUnits) =
    Raw.lz_attribute(Base.unsafe_convert(Ptr{UInt8}, key), Raw.LZ_ATTRIBUTE_TEXT, 0, 0, pointer(text), length(text))
integers_attribute(key, list, count) =
    Raw.lz_attribute(Base.unsafe_convert(Ptr{UInt8}, key), Raw.LZ_ATTRIBUTE_INTEGERS, 0, 0, list, count)
