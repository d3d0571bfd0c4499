# Splits the arguments of a call into inputs and constants. Arrays and floats are inputs of the
# program. All other values (shapes, integers, symbols, types and functions) are part of the
# program, so another value needs another program.
#
# A call is a tuple (keywords, f, arguments...), where `keywords` is a NamedTuple. Julia knows the
# type of this tuple at the call site, and compiles the functions below once for each such type.

const InputNumber = Union{filter(T -> T <: Union{AbstractFloat,Complex}, collect(first.(Lazuli.DTYPES)))...}
const HostArray = Array{<:Lazuli.ElementType}

is_input(x) = x isa Union{LazuliArray,HostArray,InputNumber}

input_type(x::Union{LazuliArray,Array}) = Lazuli.ArrayType(eltype(x), size(x)...)
input_type(x::Number) = Lazuli.ArrayType(typeof(x))

"""
    key_of(call, options)

Returns an immutable object. Two calls run the same program if and only if their objects are equal
by `===`, which compares types, sizes and values in full.
"""
@inline key_of(call, options) = (type_of_call(call), fixed_part(call), options)

# A Julia array has the type of a LazuliArray here, because it is copied to one before the call.
@generated type_of_call(call) =
    Tuple{(T <: HostArray ? LazuliArray{eltype(T),ndims(T)} : T for T in call.parameters)...}

# Returns the part of a value that belongs to the program, as an immutable object. The type of the
# value is not included, because `type_of_call` contains it.
@inline fixed_part(x::LazuliArray) = x.dims
@inline fixed_part(x::HostArray) = size(x)
@inline fixed_part(x::InputNumber) = nothing
@inline fixed_part(x::Number) = isbitstype(typeof(x)) ? x : string(x)
@inline fixed_part(x::Union{Symbol,AbstractString,Type,Module}) = x
function fixed_part(x::Array{T}) where {T}
    isbitstype(T) && return (size(x), sizeof(T) == 0 ? "" : String(copy(reinterpret(UInt8, vec(x)))))
    (size(x), Core.svec((isassigned(x, i) ? typed_part(x[i]) : nothing for i in eachindex(x))...))
end
function fixed_part(x::AbstractDict)
    has_leaf(is_input, x) && throw(CannotCompile("an argument is a $(typeof(x)) with arrays or floats, whose places depend on Julia",
                                                 "pass a struct or a named tuple", Lazuli.caller_location(), String[], nothing))
    Core.svec((typed_part(pair) for pair in x)...)
end
@generated function fixed_part(x::T) where {T}
    fieldcount(T) == 0 && return :x
    Expr(:tuple, (in_field(T, i, isconcretetype(fieldtype(T, i)) ? :fixed_part : :typed_part) for i in 1:fieldcount(T))...)
end
typed_part(x) = (typeof(x), fixed_part(x))

# Returns code that calls f(arguments..., field i), or gives nothing if field i is undefined.
function in_field(T, i, f, arguments...)
    value = :($f($(arguments...), getfield(x, $i)))
    i <= num_always_set(T) ? value : :(isdefined(x, $i) ? $value : nothing)
end

"The inputs of a call in the order of map_leaves. `copies` are those that were made for this call."
struct Inputs
    raws::Vector{Ptr{Cvoid}}
    copies::Vector{LazuliArray}
end

function inputs_of(call)
    inputs = Inputs(Ptr{Cvoid}[], LazuliArray[])
    add_inputs!(inputs, call)
    inputs
end

@inline add_inputs!(inputs, x::LazuliArray) = (push!(inputs.raws, Base.unsafe_convert(Ptr{Cvoid}, x)); nothing)
function add_inputs!(inputs, x::Union{HostArray,InputNumber})
    array = LazuliArray(x)
    push!(inputs.copies, array)
    add_inputs!(inputs, array)
end
@inline add_inputs!(inputs, x::Union{Number,Symbol,AbstractString,Type,Module,AbstractDict}) = nothing
add_inputs!(inputs, x::Array) = foreach(y -> add_inputs!(inputs, y), parts(x))
@generated function add_inputs!(inputs, x::T) where {T}
    fields = (i for i in 1:fieldcount(T) if may_have_inputs(fieldtype(T, i)))
    Expr(:block, (in_field(T, i, :add_inputs!, :inputs) for i in fields)..., nothing)
end
may_have_inputs(F) = !isconcretetype(F) || F <: InputNumber || !(F <: Union{Number,Symbol,AbstractString}) && fieldcount(F) > 0 || F <: Array
