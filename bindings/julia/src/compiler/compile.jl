# Compiled functions: their inputs and outputs, and the cache.

const default_unroll = 16

"""
    Lazuli.Compiler.Options(; unroll = 16)

How a function is compiled. A loop that host values decide is unrolled if it has at most `unroll`
iterations; a longer one becomes one loop of the program, if its body can.
"""
Base.@kwdef struct Options
    unroll::Int = default_unroll
end

# Arguments are taken apart: arrays and floats are inputs of the program; what else there is,
# shapes, integers, symbols, types and functions, is part of it, and another value is another
# program.

is_input(x) = x isa LazuliArray || x isa Array{<:Lazuli.ElementType} || is_float(x)
is_float(x) = x isa Union{AbstractFloat,Complex{<:AbstractFloat}} && x isa Lazuli.ElementType

input_type(x::Union{LazuliArray,Array}) = Lazuli.ArrayType(eltype(x), size(x)...)
input_type(x::Number) = Lazuli.ArrayType(typeof(x))
input_array(x::LazuliArray) = x
input_array(x::Array) = LazuliArray(x)
input_array(x::Number) = LazuliArray(x)

"What a call has in common with all calls that run the same program."
struct Key
    inputs::Vector{Lazuli.ArrayType}
    rest::Vector{Any}
    options::Options
end
Base.:(==)(a::Key, b::Key) = a.inputs == b.inputs && isequal(a.rest, b.rest) && a.options == b.options
Base.hash(k::Key, h::UInt) = hash(k.options, hash(k.rest, hash(k.inputs, h)))

function make_key(call, options)
    key = Key(Lazuli.ArrayType[], Any[], options)
    foreach(x -> add_to_key!(key, x), call)
    key
end

function add_to_key!(key, x)
    is_input(x) && (push!(key.inputs, input_type(x)); return)
    if is_fixed(x)
        push!(key.rest, x)
    else
        push!(key.rest, typeof(x), length(parts_of(x)))
        foreach(y -> add_to_key!(key, y), parts_of(x))
    end
end
parts_of(x) = collect(Any, parts(x))

"""
A function compiled for arguments of some types and sizes; a call with others is an error.
`@compile` makes it.
"""
struct Compiled
    name::String
    key::Key
    program::Union{Lazuli.Executable,Nothing} # nothing where the result depends on nothing
    result::Any                               # with placeholders for what the program computes
    outputs::Int
    methods::Dict{Any,Method}                 # that the walk went into, by signature
    world::Base.RefValue{UInt}                # in which they were the methods of these signatures
end

Base.show(io::IO, c::Compiled) =
    print(io, "compiled ", c.name, describe_key(c.key), " -> ", c.outputs, c.outputs == 1 ? " array" : " arrays")

"""
The parts of a call, with the function first; one with keywords is that of the method that takes
them, as in Julia.
"""
call_parts(f, arguments, keywords) = isempty(keywords) ? (f, arguments...) : (Core.kwfunc(f), keywords, f, arguments...)

struct CompiledCall{F}
    compiled::Compiled
    f::F
end
Base.show(io::IO, c::CompiledCall) = show(io, c.compiled)

function (c::CompiledCall)(arguments...; keywords...)
    call = call_parts(c.f, arguments, keywords.data)
    key = make_key(call, c.compiled.key.options)
    key == c.compiled.key || throw(LazuliError(c.compiled.name, "it is compiled for $(describe_key(c.compiled.key)), and called " *
                                               "with $(describe_key(key)): compile it for these, or call it by @lazuli"))
    run_program(c.compiled, call)
end
describe_key(key) = string("(", join(key.inputs[1:min(end, 4)], ", "), length(key.inputs) > 4 ? ", ... $(length(key.inputs)) in all" : "", ")")

# Recording.

root_frame(walk) = Frame(nothing, Any[], Any[], 0, nothing, false, nothing, walk)

"""
What a walk through a call recorded: the function, the result with its placeholders, and how many
outputs it has.
"""
struct Recorded
    f::Lazuli.LazuliFunction
    result::Any
    outputs::Int
    walk::Walk
end

function record_program(call, options; place = "", listing = Listing(false))
    Lazuli.recording_scope() do
        walk = Walk(options.unroll, listing, place, Dict{Any,Method}())
        name = callee_name(call[1])
        handle = Lazuli.begin_function(name)
        types = Lazuli.ArrayType[]
        parts = Any[map_leaves(x -> parameter(handle, types, listing, x), is_input, x) for x in call]
        result = lower_all(Compiler.call(root_frame(walk), parts[1], parts[2:end]))
        arrays = leaves(is_array, result)
        Recorded(Lazuli.finish_function(handle, name, types, Tuple(arrays)), result, length(arrays), walk)
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

const programs = Dict{Key,Compiled}()
const programs_lock = ReentrantLock()

"""
    Lazuli.Compiler.compile(call, options; place = "") -> Compiled

The program of a call, compiled or found in the cache. `call` has the function first, and `place` is
where it stands.
"""
function compile(call, options; place = "")
    key = make_key(call, options)
    lock(programs_lock) do
        found = get(programs, key, nothing)
        found === nothing || !is_current(found) || return found
        programs[key] = compile_anew(call, key; place = place)
    end
end

# A method that is defined later may be the one that the program should have gone into.
function is_current(c::Compiled)
    world = Base.get_world_counter()
    c.world[] == world && return true
    all(((types, method),) -> (found = find_method(types); found !== nothing && found[1] === method), pairs(c.methods)) || return false
    c.world[] = world
    true
end

function compile_anew(call, key; place)
    recorded = record_program(call, key.options; place = place)
    program = recorded.outputs == 0 ? nothing :
              Lazuli.made(out -> Raw.lz_function_compile(recorded.f.handle, C_NULL, out), Lazuli.Executable)
    close(recorded.f)
    Compiled(recorded.f.name, key, program, recorded.result, recorded.outputs, recorded.walk.methods,
             Ref(Base.get_world_counter()))
end

"    Lazuli.Compiler.clear()\n\nForgets all compiled functions."
clear() = lock(() -> empty!(programs), programs_lock)

function run_program(c::Compiled, call)
    c.program === nothing && return c.result
    inputs = LazuliArray[]
    foreach(x -> add_inputs!(inputs, x), call)
    raws, outs = Ptr{Cvoid}[Base.unsafe_convert(Ptr{Cvoid}, x.handle) for x in inputs], fill(C_NULL, c.outputs)
    GC.@preserve inputs Lazuli.check(Raw.lz_executable_run(c.program, raws, length(raws), C_NULL, outs, length(outs)))
    with_outputs(c.result, outs)
end

with_outputs(result::LazuliArray, outs) = typeof(result)(outs[1])
function with_outputs(result, outs)
    k = 0
    map_leaves(x -> typeof(x)(outs[k += 1]), is_array, result)
end

add_inputs!(inputs, x) = is_input(x) ? push!(inputs, input_array(x)) :
                         is_fixed(x) ? nothing : foreach(y -> add_inputs!(inputs, y), parts(x))
is_fixed(x) = x isa Union{Number,Symbol,AbstractString,Type,Module} || Base.issingletontype(typeof(x))
