# Changes that a function makes to its arguments. The walk uses stand-ins for the arguments:
# placeholders for arrays, and copies of mutable Julia objects. After the walk, the stand-ins are
# compared with their first values. Each run makes the same changes to the arguments of its call.

"The path from a call to one of its parts: the numbers of fields and array elements."
const Path = Vector{Int}

follow(x, path::Path) = foldl((v, i) -> v isa Array ? v[i] : getfield(v, i), path; init = x)

"The stand-ins that can change, with their first values."
struct StandIns
    arrays::Vector{Tuple{Path,LazuliArray,LazuliArray}}   # each placeholder, and a handle of its first value
    # For each object that contains an input: the copy, and the first values of its fields or
    # elements.
    objects::Vector{Tuple{Path,Any,Vector{Any}}}
    # For each object that contains no input: the copy, and its first contents.
    states::Vector{Tuple{Path,Any,Any}}
end
StandIns() = StandIns([], [], [])

"Returns the call with stand-ins for its parts. `parameter` makes the placeholder for an input."
stand_in_call(s::StandIns, parameter, call) = Tuple(stand_in(s, parameter, x, [i]) for (i, x) in enumerate(call))

function stand_in(s, parameter, x, path)
    if is_input(x)
        p = parameter(x)
        x isa Number || push!(s.arrays, (path, array_of(p), copy(array_of(p))))
        return p
    end
    has_leaf(is_input, x) || return is_atom(x) ? x : stand_in_state(s, parameter, x, path)
    x isa Array && return stand_in_array(s, parameter, x, path)
    made = build(typeof(x), Any[stand_in(s, parameter, getfield(x, i), [path; i]) for i in 1:nfields(x)])
    note_object!(s, path, made)
end

function stand_in_state(s, parameter, x, path)
    is_state(x) || return stand_in_fields(s, parameter, x, path)
    made = unseen(deepcopy)(x)
    push!(s.states, (path, made, held(x)))
    made
end

# An immutable object may contain mutable objects.
function stand_in_fields(s, parameter, x, path)
    (is_mutable_type(typeof(x)) || nfields(x) == 0) && return x
    before = length(s.states)
    fields = Any[stand_in(s, parameter, getfield(x, i), [path; i]) for i in 1:nfields(x)]
    length(s.states) == before ? x : make(typeof(x), fields)
end

function stand_in_array(s, parameter, x, path)
    elements = Any[stand_in(s, parameter, x[i], [path; i]) for i in eachindex(x)]
    any(is_symbolic, elements) && return Aggregate(typeof(x), elements)
    fits = all(e -> e isa eltype(x), elements)
    note_object!(s, path, fits ? unseen(copyto!)(similar(x), elements) : reshape(map(identity, elements), size(x)))
end

function note_object!(s, path, made)
    is_symbolic(made) || !is_mutable_type(typeof(made)) || push!(s.objects, (path, made, object_parts(made)))
    made
end
object_parts(x::Array) = Any[isassigned(x, i) ? x[i] : undefined for i in eachindex(x)]
object_parts(x) = Any[isdefined(x, i) ? getfield(x, i) : undefined for i in 1:nfields(x)]

"""
A change that a run makes to the part of its call at `path`. If `field` is positive, it sets this
field or element to `value`. If `field` is 0, the part is an array, and gets the elements of
`value`. If `field` is -1, the whole contents become those of `value`.
"""
struct Change
    path::Path
    field::Int
    value::Any
end

"Finds the changes of the stand-ins since they were made."
function changes_of(s::StandIns)
    found = Change[]
    for (path, placeholder, first) in s.arrays
        placeholder.handle.raw in (first.handle.raw, C_NULL) || push!(found, Change(path, 0, placeholder))
    end
    for (path, object, before) in s.objects
        now = object_parts(object)
        length(now) == length(before) || (push!(found, Change(path, -1, lower_all(object))); continue)
        append!(found, (Change(path, i, lower_all(now[i])) for i in eachindex(now) if !(now[i] === before[i])))
    end
    append!(found, (Change(path, -1, lower_all(object)) for (path, object, first) in s.states if !holds(first, object)))
end

"Makes the changes to the arguments of a call. The remaining outputs are the new values."
function make_changes(changes, outputs, call)
    values = Any[with_outputs(c.value, outputs) for c in changes]
    targets = Any[follow(call, c.path) for c in changes]
    foreach(change!, targets, changes, values)
end

function change!(target, change, value)
    change.field > 0 && return target isa Array ? (target[change.field] = value) : setfield!(target, change.field, value)
    change.field == 0 ? set_elements!(target, value) : become!(target, value)
end

set_elements!(x::LazuliArray, value) = Lazuli.assign!(x, value)
set_elements!(x::Array, value) = unseen(copyto!)(x, value)

become!(x::Array, value) = unseen(copyto!)(x isa Vector ? resize!(x, length(value)) : x, value)
become!(x::AbstractDict, value) = unseen(merge!)(unseen(empty!)(x), value)
become!(x::AbstractSet, value) = unseen(union!)(unseen(empty!)(x), value)
become!(x, value) = foreach(i -> isdefined(value, i) && setfield!(x, i, getfield(value, i)), 1:nfields(x))

"""
Refuses a call that contains an object twice if the program changes this object. The program was
recorded with two separate stand-ins.
"""
function check_aliases(name, changes, call)
    counts = IdDict{Any,Int}()
    count_objects!(counts, call)
    for c in changes
        x = follow(call, c.path)
        get(counts, identity_of(x), 0) < 2 && continue
        throw(LazuliError(name, "it changes an argument, $(describe_argument(x)), that the call has twice: pass a copy of it, or " *
                          "change it outside of the program"))
    end
end
identity_of(x::LazuliArray) = x.handle
identity_of(x) = x
describe_argument(x) = x isa AbstractArray ? "an array of size $(size(x))" : "an object of type $(typeof(x))"

function count_objects!(counts, x, depth = 0)
    (is_atom(x) || depth > 20) && return
    if x isa LazuliArray || is_mutable_type(typeof(x))
        counts[identity_of(x)] = get(counts, identity_of(x), 0) + 1
    end
    x isa LazuliArray || foreach(p -> count_objects!(counts, p, depth + 1), parts(x))
end
