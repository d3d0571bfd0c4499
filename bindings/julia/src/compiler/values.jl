# The values of a walk.

# An Element{T} stands for a number of type T that the program computes. Its array has rank 0 or, in
# the function of a broadcast, the size of the broadcast. An Aggregate stands for a struct or tuple
# that contains such numbers.
"A struct or tuple of type `T` with a field that is an Element or an Aggregate."
struct Aggregate
    T::DataType
    fields::Vector{Any}
end

"""
Stands for `value` if `present`, an Element{Bool}, is true, and for nothing if it is false. For
example, `iterate` of a range returns an Optional if the program computes the counter.
"""
struct Optional
    present::Any
    value::Any
end

"Stands for a value that is not computed on one side of a branch."
struct Undefined end
const undefined = Undefined()

is_array(v) = v isa LazuliArray
is_leaf(v) = v isa Union{LazuliArray,Element}
is_symbolic(v) = v isa Union{Element,Aggregate,Optional}

"Returns the Julia type for which a value stands, for the signature of a call."
type_of(::Element{T}) where {T} = T
type_of(v::Aggregate) = v.T
type_of(v::Optional) = type_of(v.value)
type_of(v::Type) = Type{v}
type_of(v) = typeof(v)

# Types whose objects cannot contain an array.
is_plain(T) = isbitstype(T) || T <: Union{Symbol,AbstractString,Type,Module,Method,Core.TypeName}

"Whether a value is an array or a number of the program, or contains one."
has_traced(v) = has_leaf(is_leaf, v)

has_leaf(leaf, v, depth = 0) =
    leaf(v) || v isa Union{Aggregate,Optional} || (!is_opaque(leaf, v) && depth < 20 && any(x -> has_leaf(leaf, x, depth + 1), parts(v)))
is_opaque(leaf, v) = leaf === is_leaf ? is_plain(typeof(v)) : v isa Union{Number,Symbol,AbstractString,Type,Module}

# Returns the elements or fields of a host value that a search must look at.
parts(v::Array) = isbitstype(eltype(v)) ? () : (v[i] for i in eachindex(v) if isassigned(v, i))
parts(v::AbstractDict) = values(v)
parts(v::Core.SimpleVector) = ()
parts(v) = (getfield(v, i) for i in 1:nfields(v) if isdefined(v, i))

"""
    map_leaves(f, leaf, v)

Returns v with every part x for which leaf(x) is true replaced by f(x). The parts are visited in a
fixed order. A part that contains no leaf stays the same object.
"""
function map_leaves(f, leaf, v)
    leaf(v) && return f(v)
    v isa Aggregate && return build(v.T, Any[map_leaves(f, leaf, x) for x in v.fields])
    v isa Optional && return Optional(map_leaves(f, leaf, v.present), map_leaves(f, leaf, v.value))
    has_leaf(leaf, v) || return v
    v isa Array && return map_array(f, leaf, v)
    build(typeof(v), Any[map_leaves(f, leaf, getfield(v, i)) for i in 1:nfields(v)])
end

function map_array(f, leaf, v)
    elements = [map_leaves(f, leaf, x) for x in v]
    any(is_symbolic, elements) ? Aggregate(typeof(v), vec(collect(Any, elements))) : reshape(elements, size(v))
end

"Makes a struct of type T: an Aggregate if a field is a number of the program, otherwise an object."
build(T, fields) = any(is_symbolic, fields) ? Aggregate(T, fields) : make(T, fields)

function make(T, fields)
    T <: Tuple && return Tuple(fields)
    T <: NamedTuple && return NamedTuple{T.parameters[1]}(Tuple(fields))
    made = fitting_type(T, fields)
    made === nothing && throw(TypeError(Symbol(T), "a struct with numbers or arrays of a program", T, Tuple(fields)))
    make_object(made, fields)
end

# Returns a variant of struct type T for these fields. Type parameters that are the type of a field
# become the type of the new field. Returns nothing if the fields still do not fit.
function fitting_type(T, fields)
    fits(S) = all(i -> fields[i] isa fieldtype(S, i), eachindex(fields))
    fits(T) && return T
    body = Base.unwrap_unionall(T.name.wrapper)
    parameters = collect(Any, T.parameters)
    for (declared, value) in zip(body.types, fields)
        declared isa TypeVar && (parameters[findfirst(==(declared), collect(body.parameters))] = typeof(value))
    end
    S = T.name.wrapper{parameters...}
    fits(S) ? S : nothing
end

"Whether `lower` can convert the value to a Julia object."
is_lowerable(v) = true
is_lowerable(v::Optional) = false
is_lowerable(v::Aggregate) =
    all(is_lowerable, v.fields) && (v.T <: Union{Tuple,NamedTuple,Array} || fitting_type(v.T, Any[lower(x) for x in v.fields]) !== nothing)

"Converts a value for functions of this package: numbers of the program become their arrays."
lower(v::Element) = v.array
lower(v::Aggregate) = v.T <: Array ? [lower(x) for x in v.fields] : make(v.T, Any[lower(x) for x in v.fields])
lower(v) = v

"Reverses `lower`: arrays of rank 0 become numbers of the program."
raise(v) = map_leaves(x -> is_array(x) && ndims(x) == 0 ? Element(x) : x, is_leaf, v)

"Returns the leaves of a value, in the order of map_leaves."
function leaves(leaf, v)
    found = Any[]
    map_leaves(x -> (push!(found, x); x), leaf, v)
    found
end
array_of(x::Element) = x.array
array_of(x::LazuliArray) = x

"Returns the array as a leaf of the same kind as `sample`: a number or an array."
like(sample::Number, array) = Element(array)
like(sample::LazuliArray, array) = array

"""
    merge_values(join, refuse, a, b)

Merges the two values that a variable may have after a branch or a loop. Equal parts stay as they
are. Different numbers or arrays x and y become join(x, y). If the types or sizes of two parts
differ, refuse(reason) is called.
"""
function merge_values(join, refuse, a, b)
    a === b && return a
    a === undefined && return map_leaves(x -> join(undefined, x), is_leaf, b)
    b === undefined && return map_leaves(x -> join(x, undefined), is_leaf, a)
    is_maybe_nothing(a, b) && return merge_optional(join, refuse, a, b)
    a isa Number && b isa Number && return merge_numbers(join, refuse, a, b)
    is_array(a) && is_array(b) && return merge_arrays(join, refuse, a, b)
    T = type_of(a)
    T == type_of(b) || return refuse("$(describe(a)) in one case, $(describe(b)) in the other")
    fields = fields_of(a), fields_of(b)
    length(fields[1]) == length(fields[2]) > 0 || return refuse("$(describe(a)) in one case, $(describe(b)) in the other")
    merged = Any[merge_values(join, refuse, x, y) for (x, y) in zip(fields...)]
    a isa Array ? (any(is_symbolic, merged) ? Aggregate(T, merged) : merged) : build(T, merged)
end

is_maybe_nothing(a, b) = a isa Optional || b isa Optional || a === nothing || b === nothing
merge_optional(join, refuse, a, b) =
    Optional(merge_values(join, refuse, is_present(a), is_present(b)), merge_values(join, refuse, value_or(a), value_or(b)))
is_present(v) = v isa Optional ? v.present : v !== nothing
value_or(v) = v isa Optional ? v.value : v === nothing ? undefined : v

fields_of(v::Aggregate) = v.fields
fields_of(v::Optional) = fields_of(v.value)
fields_of(v::Array) = collect(Any, v)
fields_of(v) = Any[getfield(v, i) for i in 1:nfields(v)]

function merge_numbers(join, refuse, a, b)
    type_of(a) == type_of(b) || return refuse("a number of type $(type_of(a)) in one case, of type $(type_of(b)) in the other")
    join(a, b)
end

function merge_arrays(join, refuse, a, b)
    eltype(a) == eltype(b) && size(a) == size(b) ||
        return refuse("an array of $(eltype(a)) of size $(size(a)) in one case, of $(eltype(b)) of size $(size(b)) in the other")
    join(a, b)
end

"Hides a function from inference, which would infer much of Julia for arguments of unknown type."
unseen(f) = Base.inferencebarrier(f)
