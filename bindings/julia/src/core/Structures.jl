# Models are nested structs, tuples and dictionaries of arrays. The functions below change only the
# arrays in a model, and keep all other parts, such as activation functions and strides.

"""
    Lazuli.map_arrays(f, x, others...)

Returns `x` with each [`LazuliArray`](@ref) `a` in it replaced by `f(a, b...)`, where `b` are the
corresponding parts of `others`. Arrays are found in structs, tuples, named tuples, vectors and
dictionaries. Parts without arrays stay as they are.
"""
map_arrays(f, x::LazuliArray, others...) = f(x, others...)
map_arrays(f, x::Union{Number,AbstractString,Symbol,Type,Nothing,Module,AbstractArray{<:Number}}, others...) = x
map_arrays(f, x::Tuple, others...) = map((parts...) -> map_arrays(f, parts...), x, others...)
map_arrays(f, x::NamedTuple{names}, others...) where {names} =
    NamedTuple{names}(map_arrays(f, Tuple(x), map(Tuple, others)...))
map_arrays(f, x::AbstractArray, others...) = map((parts...) -> map_arrays(f, parts...), x, others...)
map_arrays(f, x::AbstractDict, others...) =
    typeof(x)(k => map_arrays(f, v, map(o -> o[k], others)...) for (k, v) in x)
function map_arrays(f, x::T, others...) where {T}
    fields = ntuple(i -> map_arrays(f, getfield(x, i), map(o -> getfield(o, i), others)...), fieldcount(T))
    all(i -> fields[i] === getfield(x, i), 1:length(fields)) && return x
    return rebuild(T, fields)
end

"Makes a struct with new fields. It has type T if they fit, and type parameters from the fields otherwise."
function rebuild(::Type{T}, fields::Tuple) where {T}
    if all(i -> fields[i] isa fieldtype(T, i), 1:length(fields))
        return ccall(:jl_new_structv, Any, (Any, Ptr{Any}, UInt32), T, Any[fields...], length(fields))::T
    end
    return T.name.wrapper(fields...)
end

"""
    Lazuli.arrays_of(x) -> Vector{LazuliArray}

Returns the arrays in a structure, in the order of `map_arrays`.
"""
function arrays_of(x)
    found = LazuliArray[]
    each_array(a -> push!(found, a), x)
    return found
end
each_array(f, x::LazuliArray) = (f(x); nothing)
each_array(f, x::Wrapped) = each_array(f, parent(x))
each_array(f, x::Union{Number,AbstractString,Symbol,Type,Nothing,Module,AbstractArray{<:Number}}) = nothing
each_array(f, x::Union{Tuple,NamedTuple,AbstractArray}) = foreach(part -> each_array(f, part), x)
each_array(f, x::AbstractDict) = foreach(part -> each_array(f, part), values(x))
each_array(f, x) = foreach(i -> each_array(f, getfield(x, i)), 1:fieldcount(typeof(x)))

"""
    Lazuli.to_device(x; device = Lazuli.device())

Returns the structure with its arrays of numbers converted to [`LazuliArray`](@ref)s.
"""
to_device(x; device = device()) = map_host(a -> LazuliArray(a; device = device), x)

"    Lazuli.to_host(x)\n\nReturns the structure with its [`LazuliArray`](@ref)s converted to arrays of the host."
to_host(x) = map_arrays(Array, x)

map_host(f, x::LazuliArray) = x
map_host(f, x::AbstractArray{<:Number}) = f(x)
map_host(f, x::AbstractRange{<:Number}) = x
map_host(f, x::Union{Number,AbstractString,Symbol,Type,Nothing,Module}) = x
map_host(f, x::Union{Tuple,NamedTuple,AbstractArray}) = map(part -> map_host(f, part), x)
map_host(f, x::AbstractDict) = Dict(k => map_host(f, v) for (k, v) in x)
function map_host(f, x::T) where {T}
    fields = ntuple(i -> map_host(f, getfield(x, i)), fieldcount(T))
    all(i -> fields[i] === getfield(x, i), 1:length(fields)) && return x
    return rebuild(T, fields)
end
