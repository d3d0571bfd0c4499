# Compiled functions: their inputs and outputs, and the cache.

const default_unroll = 16

"""
    Lazuli.Compiler.Options(; unroll = 16, tracing = false)

How a function is compiled: from its typed IR, or by `tracing` one call of it, which is what other
versions of Julia than 1.5 do. A loop that host values decide is unrolled if it has at most `unroll`
iterations; a longer one becomes one loop of the program, if its body can. Tracing unrolls all.
"""
Base.@kwdef struct Options
    unroll::Int = default_unroll
    tracing::Bool = default_tracing
end

"""
A function compiled for arguments of some types and sizes; a call with others is an error.
`@compile` makes it.
"""
struct Compiled
    name::String
    key::Any
    inputs::Vector{Lazuli.ArrayType}
    options::Options
    program::Union{Lazuli.Executable,Nothing} # nothing where the result depends on nothing
    result::Any                               # with placeholders for what the program computes
    outputs::Int
    methods::Dict{Any,Method}                 # that it was made of, by signature
    world::Base.RefValue{UInt}                # in which they were the methods of these signatures
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
    run_program(c.compiled, call)
end

@noinline function throw_other_call(c, call)
    wanted, got = describe_types(c.inputs), describe_types(map(input_type, leaves(is_input, call)))
    got == wanted && (got = "other integers, texts or functions than those that are part of it")
    throw(LazuliError(c.name, "it is compiled for $wanted, and called with $got: compile it for these, or call it by @lazuli"))
end
describe_types(types) =
    string("(", join(types[1:min(end, 4)], ", "), length(types) > 4 ? ", ... $(length(types)) in all" : "", ")")

# Recording.

"The same call as Julia makes it: one with keywords is that of the method that takes them."
plain_call(call, parts = call) = isempty(call[1]) ? Base.tail(parts) : (Core.kwfunc(call[2]), parts...)

root_frame(walk) = Frame(nothing, Any[], Any[], 0, nothing, false, nothing, walk)

"""
What a call recorded: the function, the result with its placeholders, how many outputs it has, and
the methods that it went into.
"""
struct Recorded
    f::Lazuli.LazuliFunction
    result::Any
    outputs::Int
    methods::Dict{Any,Method}
end

function record_program(call, options; place = "", listing = Listing(false))
    options.tracing && return trace_program(call; place = place)
    Lazuli.recording_scope() do
        walk = Walk(options.unroll, listing, place, Dict{Any,Method}())
        name = callee_name(plain_call(call)[1])
        handle = Lazuli.begin_function(name)
        types = Lazuli.ArrayType[]
        parts = plain_call(call, map(x -> map_leaves(x -> parameter(handle, types, listing, x), is_input, x), call))
        result = lower_all(Compiler.call(root_frame(walk), parts[1], Any[parts[2:end]...]))
        arrays = leaves(is_array, result)
        Recorded(Lazuli.finish_function(handle, name, types, Tuple(arrays)), result, length(arrays), walk.methods)
    end
end

function parameter(handle, types, listing, x)
    push!(types, input_type(x))
    array = Lazuli.placeholder(handle, last(types))
    listing.names[array.handle] = string("_", length(types) + 1)
    raise_number(array)
end

"The result as objects of Julia: a number of the program is an array without dimensions."
lower_all(v) = is_symbolic(v) ? lower(v) : map_leaves(lower, is_symbolic, v)

# The cache.

const programs = IdDict{Any,Compiled}()
const programs_lock = ReentrantLock()

"""
    Lazuli.Compiler.compile(call, options; place = "") -> Compiled

The program of a call (keywords, f, arguments...), compiled or found in the cache. `place` is where
it stands.
"""
function compile(call, options::Options; place = "")
    key = key_of(call, options)
    lock(programs_lock)
    try
        found = get(programs, key, nothing)
        found === nothing || !is_current(found) || return found
        return programs[key] = compile_anew(call, key, options; place = place)
    finally
        unlock(programs_lock)
    end
end

# A method that is defined later may be the one that the program should have gone into.
function is_current(c::Compiled)
    world = Base.get_world_counter()
    c.world[] == world && return true
    all(((signature, method),) -> method_of(signature) === method, pairs(c.methods)) || return false
    c.world[] = world
    true
end
method_of(signature::Type) = (found = find_method(signature); found === nothing ? nothing : found[1])
method_of((f, types)::Tuple) = which(f, types) # of a call that was traced

@noinline function compile_anew(@nospecialize(call), @nospecialize(key), options; place)
    recorded = record_program(call, options; place = place)
    program = recorded.outputs == 0 ? nothing :
              Lazuli.made(out -> Raw.lz_function_compile(recorded.f.handle, C_NULL, out), Lazuli.Executable)
    close(recorded.f)
    Compiled(recorded.f.name, key, recorded.f.parameters, options, program, recorded.result, recorded.outputs, recorded.methods,
             Ref(Base.get_world_counter()))
end

"    Lazuli.Compiler.clear()\n\nForgets all compiled functions."
clear() = lock(() -> empty!(programs), programs_lock)

function run_program(c::Compiled, call)
    c.program === nothing && return c.result
    inputs, outputs = inputs_of(call), Outputs(fill(C_NULL, c.outputs), 0)
    status = GC.@preserve call inputs begin
        Raw.lz_executable_run(c.program, inputs.raws, length(inputs.raws), C_NULL, outputs.raws, c.outputs)
    end
    foreach(close, inputs.copies)
    Lazuli.check(status)
    with_outputs(c.result, outputs)
end

mutable struct Outputs
    raws::Vector{Ptr{Cvoid}}
    taken::Int
end

# The result with the outputs for its placeholders, in the order of map_leaves.
@inline with_outputs(x::LazuliArray, outputs) = typeof(x)(outputs.raws[outputs.taken += 1])
@generated function with_outputs(x::T, outputs) where {T}
    fieldcount(T) == 0 && !(T <: Array) && return :x
    is_mutable_type(T) && return :(map_outputs(x, outputs))
    T <: Tuple ? Expr(:tuple, (:(with_outputs(x[$i], outputs)) for i in 1:fieldcount(T))...) :
    Expr(:new, T, (:(with_outputs(getfield(x, $i), outputs)) for i in 1:fieldcount(T))...)
end
map_outputs(x, outputs) = map_leaves(y -> with_outputs(y, outputs), is_array, x)
