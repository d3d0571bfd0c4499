# The recording of any op by its name in ops.json, for ops that are not worth a function of their own here.

const INTEGER, INTEGERS, TEXT = Int32.((1, 2, 3))

"    Lazuli.record(name, operands; functions = (), device = nothing, attributes...) -> LazuliArray

Records the op `name` with one result; attributes are those of the C API, in row-major terms. [`record_all`](@ref) is for
ops with several results."
record(name::String, operands::Tuple; options...) = only(record_all(name, operands, 1; options...))

"    Lazuli.record_all(name, operands, results; functions = (), device = nothing, attributes...) -> Tuple"
function record_all(name::String, operands::Tuple, results::Integer; functions::Tuple = (), device = nothing, attributes...)
    raws = raw_list(operands)
    bodies = Ptr{Cvoid}[Base.unsafe_convert(Ptr{Cvoid}, f.handle) for f in functions]
    kept = Any[]
    list = Raw.lz_attribute[attribute(kept, key, value) for (key, value) in attributes]
    out = fill(C_NULL, results)
    GC.@preserve operands functions kept device begin
        where_to = device === nothing ? C_NULL : Base.unsafe_convert(Ptr{Cvoid}, device)
        check(Raw.lz_op_record(where_to, name, raws, length(raws), list, length(list), bodies, length(bodies), place(), out,
                               length(out)))
    end
    return ntuple(i -> wrap(out[i]), results)
end

"The raw handles of arrays, which must be kept alive around their use."
raw_list(arrays) = Ptr{Cvoid}[Base.unsafe_convert(Ptr{Cvoid}, a.handle) for a in arrays]

function attribute(kept, key::Symbol, value)
    name = Base.unsafe_convert(Ptr{UInt8}, key)
    value isa Integer && return Raw.lz_attribute(name, INTEGER, 0, value, C_NULL, 0)
    if value isa AbstractString
        push!(kept, String(value))
        return Raw.lz_attribute(name, TEXT, 0, 0, pointer(last(kept)), sizeof(last(kept)))
    end
    push!(kept, collect(Int64, value))
    return Raw.lz_attribute(name, INTEGERS, 0, 0, pointer(last(kept)), length(last(kept)))
end
