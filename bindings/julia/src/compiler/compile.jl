# Compiled functions: their inputs and outputs, and the cache.

const default_unroll = 16

"""
    Lazuli.Compiler.Options(; unroll = 16, tracing = false)

How a function is compiled: from its typed IR (the default in Julia 1.5), or by `tracing` one call
(the default in all other versions). A loop whose iterations host values decide is unrolled if it
has at most `unroll` iterations. A longer loop becomes a loop of the program if its body allows
that. Tracing unrolls all loops.
"""
Base.@kwdef struct Options
    unroll::Int = default_unroll
    tracing::Bool = default_tracing
end

"""
A function that `@compile` has compiled for certain types and sizes of arguments. A call with other
types or sizes is an error.
"""
struct Compiled
    name::String
    key::Any
    inputs::Vector{Lazuli.ArrayType}
    options::Options
    program::Union{Lazuli.Executable,Nothing} # nothing if the result depends on no computation
    result::Any                               # with placeholders for what the program computes
    outputs::Int
    changes::Vector{Change}                   # changes that a run makes to its arguments, with placeholders
    roots::Vector{Root}                       # objects, besides the arguments, on which the program depends
    methods::Dict{Any,Method}                 # the methods that it was compiled from, by signature
    # The latest world age in which `methods` was found to be up to date.
    world::Base.RefValue{UInt}
end

Base.show(io::IO, c::Compiled) =
    print(io, "compiled ", c.name, describe_types(c.inputs), " -> ", c.outputs, c.outputs == 1 ? " array" : " arrays")

struct CompiledCall{F}
    compiled::Compiled
    f::F
end
Base.show(io::IO, c::CompiledCall) = show(io, c.compiled)

function (c::CompiledCall)(arguments...; keywords...)
    call = (keywords.data, c.f, arguments...)
    key_of(call, c.compiled.options) === c.compiled.key || throw_other_call(c.compiled, call)
    are_as_they_were(c.compiled.roots) || throw_other_roots(c.compiled)
    run_program(c.compiled, call)
end

@noinline function throw_other_call(c, call)
    wanted, got = describe_types(c.inputs), describe_types(map(input_type, leaves(is_input, call)))
    got == wanted && (got = "other integers, texts or functions than those that are part of it")
    throw(LazuliError(c.name, "it is compiled for $wanted, and called with $got: compile it for these, or call it by @lazuli"))
end
@noinline function throw_other_roots(c)
    root = c.roots[findfirst(r -> !holds(r.held, r.object), c.roots)]
    throw(LazuliError(c.name, "it was compiled with what $(root.name) held, which has changed: compile it anew, call it by @lazuli, or " *
                      "pass that as an argument"))
end
describe_types(types) =
    string("(", join(types[1:min(end, 4)], ", "), length(types) > 4 ? ", ... $(length(types)) in all" : "", ")")

# Recording.

"Returns the call as Julia makes it. With keywords, Julia calls a method that takes them first."
plain_call(call, parts = call) = isempty(call[1]) ? Base.tail(parts) : (Core.kwfunc(call[2]), parts...)

"""
What the walk through a call has recorded: the function, the result with placeholders, the number of
outputs, the changes to arguments, and the objects and methods that the program depends on.
"""
struct Recorded
    f::Lazuli.LazuliFunction
    result::Any
    outputs::Int
    changes::Vector{Change}
    roots::Vector{Root}
    methods::Dict{Any,Method}
end

"Ends the recording of a call with this result, and finds the changes of its stand-ins."
function finish_recording(handle, name, types, result, stand_ins, walk)
    unseen(check_roots)(walk)
    changes = unseen(changes_of)(stand_ins)::Vector{Change}
    arrays = leaves(is_array, (result, map(c -> c.value, changes)...))
    Recorded(Lazuli.finish_function(handle, name, types, Tuple(arrays)), result, length(arrays), changes, walk.roots, walk.methods)
end

function record_program(call, options; place = "", listing = Listing(false))
    options.tracing && return trace_program(call; place = place)
    Lazuli.recording_scope() do
        walk, stand_ins = Walk(; unroll = options.unroll, listing = listing, place = place), StandIns()
        name = callee_name(plain_call(call)[1])
        handle = Lazuli.begin_function(name)
        types = Lazuli.ArrayType[]
        given = with_stand_ins(stand_ins, x -> parameter(handle, types, listing, x), call, place)
        parts = plain_call(call, given)
        result = lower_all(unseen(Compiler.call)(root_frame(walk), parts[1], Any[parts[2:end]...]))
        finish_recording(handle, name, types, result, stand_ins, walk)
    end
end

function with_stand_ins(stand_ins, parameter, call, place)
    try
        unseen(stand_in_call)(stand_ins, parameter, call)
    catch error
        error isa TypeError || rethrow()
        throw(CannotCompile("an argument is a struct with a field for numbers or arrays of Julia only, which is an input",
                            "let a type parameter be the type of the field", place, String[], error))
    end
end

function parameter(handle, types, listing, x)
    push!(types, input_type(x))
    array = Lazuli.placeholder(handle, last(types))
    listing.names[array.handle] = string("_", length(types) + 1)
    raise_number(array)
end

"Converts a result to Julia objects. A number of the program becomes an array without dimensions."
lower_all(v) = is_symbolic(v) ? lower(v) : map_leaves(lower, is_symbolic, v)

# The cache.

const programs = IdDict{Any,Compiled}()
const being_compiled = IdDict{Any,ReentrantLock}() # for each key: the lock that the compiling task holds
# Guards both tables. It is held during reads and changes of a table, but not during a compilation.
const programs_lock = ReentrantLock()

"""
    Lazuli.Compiler.compile(call, options; place = "") -> Compiled

Returns the program of a call (keywords, f, arguments...), from the cache or newly compiled. `place`
is the file and line of the call.
"""
function compile(call, options::Options; place = "")
    key = key_of(call, options)
    found = find_program(key)
    found === nothing || return found
    turn = lock(() -> get!(ReentrantLock, being_compiled, key), programs_lock)
    lock(turn) do
        found = find_program(key)
        found === nothing || return found
        try
            compiled = compile_anew(call, key, options; place = place)
            return lock(() -> programs[key] = compiled, programs_lock)
        finally
            lock(() -> delete!(being_compiled, key), programs_lock)
        end
    end
end

function find_program(key)
    found = lock(() -> get(programs, key, nothing), programs_lock)
    found === nothing || !is_current(found) || !are_as_they_were(found.roots) ? nothing : found
end

# False if a signature now has another method than the one that the walk entered.
function is_current(c::Compiled)
    world = Base.get_world_counter()
    c.world[] == world && return true
    all(((signature, method),) -> method_of(signature) === method, pairs(c.methods)) || return false
    c.world[] = world
    true
end
method_of(signature::Type) = (found = find_method(signature); found === nothing ? nothing : found[1])
method_of((f, types)::Tuple) = which(f, types) # traced calls have such keys

@noinline function compile_anew(@nospecialize(call), @nospecialize(key), options; place)
    recorded = record_program(call, options; place = place)
    program = recorded.outputs == 0 ? nothing :
              Lazuli.made(out -> Raw.lz_function_compile(recorded.f.handle, C_NULL, out), Lazuli.Executable)
    close(recorded.f)
    Threads.atomic_add!(compilations, 1)
    Compiled(recorded.f.name, key, recorded.f.parameters, options, program, recorded.result, recorded.outputs, recorded.changes,
             recorded.roots, recorded.methods, Ref(Base.get_world_counter()))
end

"The number of programs compiled so far."
const compilations = Threads.Atomic{Int}(0)

"    Lazuli.Compiler.clear()\n\nForgets all compiled functions."
clear() = lock(() -> empty!(programs), programs_lock)

function run_program(c::Compiled, call)
    isempty(c.changes) || unseen(check_aliases)(c.name, c.changes, call)
    outputs = Outputs(fill(C_NULL, c.outputs), 0)
    c.program === nothing || run_executable(c, call, outputs)
    result = with_outputs(c.result, outputs)
    isempty(c.changes) || unseen(make_changes)(c.changes, outputs, call)
    result
end

function run_executable(c, call, outputs)
    inputs = inputs_of(call)
    status = GC.@preserve call inputs begin
        Raw.lz_executable_run(c.program, inputs.raws, length(inputs.raws), C_NULL, outputs.raws, c.outputs)
    end
    foreach(close, inputs.copies)
    Lazuli.check(status)
end

mutable struct Outputs
    raws::Vector{Ptr{Cvoid}}
    taken::Int
end

# Returns the result with its placeholders replaced by outputs, in the order of map_leaves.
@inline with_outputs(x::LazuliArray, outputs) = typeof(x)(outputs.raws[outputs.taken += 1])
@generated function with_outputs(x::T, outputs) where {T}
    fieldcount(T) == 0 && !(T <: Array) && return :x
    is_mutable_type(T) && return :(map_outputs(x, outputs))
    T <: Tuple ? Expr(:tuple, (:(with_outputs(x[$i], outputs)) for i in 1:fieldcount(T))...) :
    Expr(:new, T, (:(with_outputs(getfield(x, $i), outputs)) for i in 1:fieldcount(T))...)
end
# A mutable object in the result is copied, so that each run returns new objects.
map_outputs(x, outputs) =
    has_leaf(is_array, x) ? map_leaves(y -> with_outputs(y, outputs), is_array, x) : is_state(x) ? unseen(deepcopy)(x) : x
