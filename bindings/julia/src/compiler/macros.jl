# The macros. Each has a call as its last argument, after options.

"""
    @lazuli [unroll = n] [tracing = true] f(x...)

Compiles the call as one program and runs it. Later calls with the same types and sizes run the same
program. Its inputs are floats and arrays, including those in tuples, structs and closures.
Integers, symbols, types and functions are part of the program. The result is that of `f`. Its
arrays are [`LazuliArray`](@ref)s, and computed numbers are `LazuliArray`s without dimensions. The
call does not wait for the result. It throws [`CannotCompile`](@ref) if `f` cannot be compiled. With
`tracing`, the program consists of the ops that one call of `f` records, and the typed IR of `f` is
not used.

    @lazuli softmax(x)
    loss, grads = @lazuli Lazuli.withgradient(loss, model, x, y)
"""
macro lazuli(arguments...)
    on_call(__source__, arguments) do call, options, place
        :(run_program(compile($call, $options; place = $place), $call))
    end
end

"""
    @compile [unroll = n] [tracing = true] f(x...)

Compiles the call, and returns a function that runs the program. It takes the same arguments as `f`,
but only with these types and sizes.
"""
macro compile(arguments...)
    on_call(__source__, arguments) do call, options, place
        :(CompiledCall(compile($call, $options; place = $place), $call[2]))
    end
end

"""
    @code_xla [optimized = true] f(x...)

Shows the program as HLO text: after the passes of the compiler and before fusion, or, if not
`optimized`, as it was recorded.
"""
macro code_xla(arguments...)
    on_call((c, o, p) -> :(code_xla($c, $o; place = $p)), __source__, arguments)
end

"""
    @code_hlo [optimized = false] f(x...)

Shows the program as StableHLO text: as it was recorded or, if `optimized`, after the passes of the
compiler and before fusion.
"""
macro code_hlo(arguments...)
    on_call((c, o, p) -> :(code_hlo($c, $o; place = $p)), __source__, arguments)
end

"""
    @code_typed_xla [optimized = true] f(x...)

Shows the calls that are recorded, with the types and sizes of their results. With `optimized =
false`, shows the typed IR of the method as Julia infers it, with its calls of Julia functions.
"""
macro code_typed_xla(arguments...)
    on_call((c, o, p) -> :(code_typed_xla($c, $o; place = $p)), __source__, arguments)
end

# Returns code that makes the tuple of the call, (keywords, f, arguments...), and then runs the code
# that `make` returns. `make` has three arguments: the variable that holds the tuple, the options,
# and the place of the call (file and line).
function on_call(make, source, arguments)
    isempty(arguments) && throw(ArgumentError("a call is missing: write @lazuli f(x)"))
    call = last(arguments)
    Meta.isexpr(call, :call) || throw(ArgumentError("$call is not a call: write @lazuli f(x)"))
    options = Expr(:tuple, (Expr(:(=), option_name(o), esc(o.args[2])) for o in arguments[1:end-1])...)
    name = gensym("call")
    quote
        $name = $(call_expression(call))
        $(make(name, isempty(options.args) ? :(NamedTuple()) : options, string(source.file, ":", source.line)))
    end
end

function option_name(option)
    Meta.isexpr(option, :(=)) || throw(ArgumentError("$option is not an option: write it as unroll = 4"))
    option.args[1]
end

function call_expression(call)
    arguments, keywords = Any[], Any[]
    for a in call.args[2:end]
        if Meta.isexpr(a, :parameters)
            append!(keywords, a.args)
        else
            push!(Meta.isexpr(a, :kw) ? keywords : arguments, a)
        end
    end
    named = isempty(keywords) ? :(NamedTuple()) : Expr(:tuple, Expr(:parameters, map(esc, keywords)...))
    Expr(:tuple, named, esc(call.args[1]), map(esc, arguments)...)
end

compile(call, options::NamedTuple; place) = compile(call, Options(; options...); place = place)

options_of(options) = Options(; Base.structdiff(options, NamedTuple{(:optimized,)})...)

recorded_module(call, options; place) =
    let recorded = record_program(call, options_of(options); place = place)
        Lazuli.made(out -> Raw.lz_module_from_function(recorded.f.handle, out), Lazuli.ModuleHandle)
    end

const all_passes = "lz-hlo"
function module_text(call, options, optimized, format; place)
    program = recorded_module(call, options; place = place)
    optimized && (program = Lazuli.made(out -> Raw.lz_module_run_passes(program, all_passes, C_NULL, out), Lazuli.ModuleHandle))
    Listed(Lazuli.text(out -> Raw.lz_module_write(program, format, out)))
end

const STABLEHLO, HLO = Int32(1), Int32(5)
code_xla(call, options; place) = module_text(call, options, get(options, :optimized, true), HLO; place = place)
code_hlo(call, options; place) = module_text(call, options, get(options, :optimized, false), STABLEHLO; place = place)

function code_typed_xla(call, options; place)
    get(options, :optimized, true) || return Listed(typed_text(plain_call(call)...))
    chosen, listing = options_of(options), Listing(true)
    chosen.tracing && throw(CannotCompile("what is traced has no typed code", "look at @code_hlo", place, String[], nothing))
    recorded = record_program(call, chosen; place = place, listing = listing)
    Listed(join([listing.lines; string("    return ", value_text(listing, recorded.result))], "\n"))
end

"A text that is shown without quotes and escapes."
struct Listed
    text::String
end
Base.show(io::IO, t::Listed) = print(io, t.text)
Base.String(t::Listed) = t.text
