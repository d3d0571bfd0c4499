# Tracing makes a program without typed IR: it calls the function once with placeholders, and the
# recorded ops are the program. Tracing does not use Julia's compiler, so it works in all versions
# of Julia. Branches and loops run as they do in Julia while the call is traced, so they cannot
# depend on values that the program computes.

"The default of `tracing`: true in all versions of Julia except 1.5, whose IR the walk knows."
const default_tracing = !(v"1.5" <= VERSION < v"1.6-")

function trace_program(call; place)
    Lazuli.recording_scope() do
        handle = Lazuli.begin_function(callee_name(call[2]))
        types, stand_ins, walk = Lazuli.ArrayType[], StandIns(), Walk(; place = place)
        given = with_stand_ins(stand_ins, x -> placeholder_of(handle, types, x), call, place)
        keywords, f, arguments = given[1], given[2], given[3:end]
        call_it() = called(f, arguments, keywords, place)
        result = lower_all(run_now(call_it, root_frame(walk), f, Any[arguments..., keywords...]))
        signature = Tuple{map(Core.Typeof, arguments)...}
        walk.methods[(f, signature)] = which(f, signature)
        finish_recording(handle, callee_name(f), types, result, stand_ins, walk)
    end
end

function placeholder_of(handle, types, x)
    push!(types, input_type(x))
    Lazuli.placeholder(handle, last(types))
end

function called(f, arguments, keywords, place)
    try
        f(arguments...; keywords...)
    catch error
        error isa Lazuli.OutsideArray && throw(CannotCompile(reason_for_array(error)..., place, String[], nothing))
        is_decision(error) || reads_placeholder(error) || rethrow()
        throw(CannotCompile("$(callee_name(f)) asks for a value that is known only when the program runs",
                            "write `ifelse.(c, a, b)` or `Lazuli.select(c, a, b)` for a branch; Julia 1.5 compiles branches and " *
                            "loops, without `tracing = true`", place, String[], error))
    end
end
is_decision(error) = error isa TypeError && error.expected === Bool
