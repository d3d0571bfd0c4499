# The other way to make a program of a call: it is called once, with placeholders, and what it
# records is the program. Nothing of Julia's compiler is asked for that, so it serves versions whose
# typed IR the walk does not know. What Julia decides on the way, branches and loops, is decided
# once, for good: a value that the program computes can decide nothing.

"Whether calls are traced where nobody says `tracing`: in all versions of Julia but 1.5."
const default_tracing = !(v"1.5" <= VERSION < v"1.6-")

function trace_program(call; place)
    Lazuli.recording_scope() do
        handle = Lazuli.begin_function(callee_name(call[2]))
        types = Lazuli.ArrayType[]
        keywords, f, arguments = placeholders_of(call, handle, types, place)
        result = lower_all(called(f, arguments, keywords, place))
        arrays = leaves(is_array, result)
        methods = Dict{Any,Method}((f, Tuple{map(Core.Typeof, arguments)...}) => which(f, Tuple{map(Core.Typeof, arguments)...}))
        Recorded(Lazuli.finish_function(handle, callee_name(f), types, Tuple(arrays)), result, length(arrays), methods)
    end
end

function placeholders_of(call, handle, types, place)
    function take(x)
        push!(types, input_type(x))
        Lazuli.placeholder(handle, last(types))
    end
    given = try
        map(x -> map_leaves(take, is_input, x), call)
    catch error
        error isa TypeError || rethrow()
        throw(CannotCompile("an argument is a struct with a field for numbers of Julia only, and the number is an input",
                            "let a type parameter be the type of the field", place, String[], error))
    end
    given[1], given[2], given[3:end]
end

function called(f, arguments, keywords, place)
    try
        f(arguments...; keywords...)
    catch error
        is_decision(error) || reads_placeholder(error) || rethrow()
        throw(CannotCompile("$(callee_name(f)) asks for a value that is known only when the program runs",
                            "write `ifelse.(c, a, b)` or `Lazuli.select(c, a, b)` for a branch; Julia 1.5 compiles branches and " *
                            "loops, without `tracing = true`", place, String[], error))
    end
end
is_decision(error) = error isa TypeError && error.expected === Bool
