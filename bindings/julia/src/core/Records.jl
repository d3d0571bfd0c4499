# The recording of any op by its name in ops.json, for ops that are not worth a function of their
# own here.

"    Lazuli.record(name, operands; functions = (), device = nothing, attributes...) -> LazuliArray

Records the op `name` with one result; attributes are those of the C API, in row-major terms. [`record_all`](@ref) is for
ops with several results."
record(name::String, operands::Tuple; options...) = only(record_all(name, operands, 1; options...))

"""
    Lazuli.record_all(name, operands, results; functions = (), device = nothing, attributes...) ->
Tuple
"""
function record_all(name::String, operands::Tuple, results::Integer; functions::Tuple = (), device = nothing, attributes...)
    raws = Raw.handles(operands)
    bodies = Raw.handles(functions)
    kept = Any[]
    list = Raw.lz_attribute[attribute(kept, key, value) for (key, value) in attributes]
    out = Base.fill(C_NULL, results)
    GC.@preserve operands functions kept device begin
        where_to = device === nothing ? C_NULL : Base.unsafe_convert(Ptr{Cvoid}, device)
        check(Raw.lz_op_record(where_to, name, raws, length(raws), list, length(list), bodies, length(bodies), place(), out,
                               length(out)))
    end
    return ntuple(i -> wrap(out[i]), results)
end

function attribute(kept, key::Symbol, value)
    name = Base.unsafe_convert(Ptr{UInt8}, key)
    value isa Integer && return Raw.lz_attribute(name, Raw.LZ_ATTRIBUTE_INTEGER, 0, value, C_NULL, 0)
    kind = value isa AbstractString ? Raw.LZ_ATTRIBUTE_TEXT : Raw.LZ_ATTRIBUTE_INTEGERS
    data = value isa AbstractString ? codeunits(String(value)) : Raw.integers(value)
    push!(kept, data)
    return Raw.lz_attribute(name, kind, 0, 0, pointer(data), length(data))
end
