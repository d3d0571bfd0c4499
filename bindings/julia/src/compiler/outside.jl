# Values that a program reads besides its inputs. The contents of global constants in the user's
# modules can change between two runs. They are compared before each run, and if one has changed,
# the program is compiled again. Functions that return another result each time, such as `time`, are
# refused. A function that changes a global value is refused as well, because a run of its program
# would not change the value.

"An object in a global constant or in the code, and its contents when the walk read it."
struct Root
    name::String
    place::String
    object::Any
    held::Any
end

"A copy of the mutable contents of an object. `holds` tells whether the object still has them."
struct Held
    T::Any
    size::Dims
    parts::Vector{Any}
end

# True for mutable objects whose contents are compared. Others (streams, locks, handles) are
# compared by identity.
is_state(x) = x isa Union{LazuliArray,Array,AbstractDict,AbstractSet,Base.RefValue,Random.AbstractRNG} ||
              (is_mutable_type(typeof(x)) && is_user_type(typeof(x)))
is_atom(x) = isbits(x) || is_plain(typeof(x)) || x isa Number

held(x, depth = 0) = is_atom(x) || depth > 20 ? x : held_parts(x, depth + 1)
# Arrays are compared by the address of their tensor. The copy keeps the tensor alive, so that no
# other tensor gets this address.
held_parts(x::LazuliArray, depth) = Held(typeof(x), (), Any[copy(x)])
function held_parts(x::Array, depth)
    isbitstype(eltype(x)) && return Held(typeof(x), size(x), Any[copy(x)])
    Held(typeof(x), size(x), Any[isassigned(x, i) ? held(x[i], depth) : undefined for i in eachindex(x)])
end
held_parts(x::AbstractDict, depth) = Held(typeof(x), (length(x),), Any[(k, held(v, depth)) for (k, v) in x])
held_parts(x::AbstractSet, depth) = Held(typeof(x), (length(x),), collect(Any, x))
function held_parts(x, depth)
    is_mutable_type(typeof(x)) && !is_state(x) && return x
    parts = Any[isdefined(x, i) ? held(getfield(x, i), depth) : undefined for i in 1:nfields(x)]
    is_state(x) || any(p -> p isa Held, parts) ? Held(typeof(x), (), parts) : x
end

holds(h, x) = h === x
function holds(h::Held, x)
    typeof(x) === h.T || return false
    x isa LazuliArray && return h.parts[1].handle.raw == x.handle.raw
    x isa Array && return h.size == size(x) && holds_elements(h, x)
    x isa AbstractDict && return h.size == (length(x),) && all(((k, v),) -> haskey(x, k) && holds(v, x[k]), h.parts)
    x isa AbstractSet && return h.size == (length(x),) && all(k -> k in x, h.parts)
    all(i -> isdefined(x, i) ? holds(h.parts[i], getfield(x, i)) : h.parts[i] === undefined, 1:nfields(x))
end
function holds_elements(h, x::Array{T}) where {T}
    if isbitstype(T) # compares bits, so that a NaN equals itself
        bytes = sizeof(x)
        return GC.@preserve h x ccall(:memcmp, Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Csize_t), h.parts[1]::Array{T}, x, bytes) == 0
    end
    all(i -> isassigned(x, i) ? holds(h.parts[i], x[i]) : h.parts[i] === undefined, eachindex(x))
end

are_as_they_were(roots) = all(r -> holds(r.held, r.object), roots)

"Notes that the program depends on the contents of this object."
function note_root!(frame, name, x)
    is_atom(x) || any(r -> r.object === x, frame.walk.roots) && return
    found = held(x)
    found isa Held && push!(frame.walk.roots, Root(name, user_place(frame), x, found))
    nothing
end

"Refuses the program if an object that it depends on has changed during the walk."
function check_roots(walk)
    for r in walk.roots
        holds(r.held, r.object) && continue
        throw(CannotCompile("$(r.name), which is read here, is changed while the program is made: a run would not change it again",
                            "pass it as an argument, or change it outside of the program", r.place, String[], nothing))
    end
end

# Changes in a walk.

"Whether `v` is the object `x` or contains it."
function reaches(v, x, seen)
    v === x && return true
    (is_atom(v) || is_array(v) || haskey(seen, v)) && return false
    seen[v] = nothing
    any(p -> reaches(p, x, seen), v isa Aggregate ? v.fields : v isa Optional ? (v.value,) : parts(v))
end

# True if the object existed before the branch or loop of the program that is being recorded.
function is_outer(frame, x)
    while frame !== nothing && frame.before === nothing
        frame = frame.caller
    end
    seen = IdDict{Any,Nothing}()
    while frame !== nothing
        values = frame.before === nothing ? frame.values : frame.before
        any(i -> isassigned(values, i) && reaches(values[i], x, seen), eachindex(values)) && return true
        any(a -> reaches(a, x, seen), frame.arguments) && return true
        frame = frame.caller
    end
    false
end

"Refuses a change of a Julia object if a run of the program would not make it, or might not make it."
function check_change(frame, x, what = describe(x))
    for r in frame.walk.roots
        reaches(r.object, x, IdDict{Any,Nothing}()) && cannot(frame, "$(r.name) is changed while the program is made: a run would " *
                                                            "not change it again", "pass it as an argument, or return the new value")
    end
    frame.conditional && is_outer(frame, x) && cannot(frame, reason_for_mutation(what)...)
end

check_changes(frame, f, arguments) =
    ends_with_bang(f) && for (k, x) in enumerate(arguments)
        x isa LazuliArray || !is_mutable(x) || check_change(frame, x, "argument $k of $f, $(describe(x)),")
    end

# Calls that run during the walk, and the values that they read.

"Runs `call`, which calls f now. Refuses f if another call could return another result."
function run_now(call, frame, f, arguments)
    is_clock(f) && cannot(frame, reason_for_clock(f)...)
    note_globals!(frame, f, arguments)
    before = position_of_chance()
    result = call()
    position_of_chance() == before || cannot(frame, reason_for_chance(f)...)
    result
end

is_clock(f) = f === time || f === time_ns || f === Libc.time || f === Libc.strftime ||
              (f isa Function && nameof(f) in (:now, :today) && nameof(parentmodule(f)) === :Dates)

# Changes if a random number is drawn. Julia's generator draws from a table, so the positions in the
# table and the first numbers of the generator's state are compared.
position_of_chance() = position_in(Random.default_rng())
position_in(rng::MersenneTwister) = (rng.idxF, rng.idxI, rng.state.val[1], rng.state.val[2], rng.state.val[3])
position_in(rng) = copy(rng)

function note_globals!(frame, f, arguments)
    any(is_user_type, (Core.Typeof(f), map(typeof, arguments)...)) || return
    for g in find_globals(Tuple{Core.Typeof(f),map(Core.Typeof, arguments)...})
        g isa GlobalRef || cannot(frame, reason_for_clock(g)...)
        isdefined(g.mod, g.name) && global_value(frame, g.mod, g.name)
    end
end

"""
Returns the global variables and clocks that a call of this signature may read. They are found by
the names in all user functions that the call may reach. Cached like `codes`.
"""
find_globals(signature) =
    with_codes() do _
        get!(globals_of, signature) do
            found, seen = Any[], IdDict{Any,Nothing}()
            method = find_method(signature)
            method === nothing || !is_user(method[1].module) || add_globals!(found, seen, method[1])
            foreach(T -> add_callables!(found, seen, T), signature.parameters)
            unique(found)
        end
    end
const globals_of = IdDict{Any,Vector{Any}}()

# Adds the globals of functions whose types occur in T or its parameters. For example, the type of a
# broadcast has the type of its function as a parameter.
add_callables!(found, seen, T, depth = 0) = nothing
function add_callables!(found, seen, T::DataType, depth = 0)
    (depth > 10 || haskey(seen, T) || !is_user_type(T)) && return
    seen[T] = nothing
    is_user(T.name.module) && foreach(m -> add_globals!(found, seen, m), user_methods(T))
    foreach(P -> add_callables!(found, seen, P, depth + 1), T.parameters)
end

function add_globals!(found, seen, method::Method)
    haskey(seen, method) && return
    seen[method] = nothing
    each_global(method) do g
        v = getfield(g.mod, g.name)
        is_clock(v) && return push!(found, v)
        v isa Module && return
        is_function = v isa Union{Type,Function} && (v isa Type || nfields(v) == 0)
        is_function ? add_callables!(found, seen, Core.Typeof(v)) : is_user(g.mod) && push!(found, g)
    end
end

reason_for_clock(f) = ("$(callee_name(f)) gives another result each time: the program would keep the one that it got when it was made",
                       "pass the value as an argument")
reason_for_chance(f) = ("$(callee_name(f)) draws from Julia's random numbers: the program would keep the ones that it drew when it " *
                        "was made", "draw by a Lazuli.RNG that is an argument, as in rand(rng, Float32, 3), or pass the numbers")
