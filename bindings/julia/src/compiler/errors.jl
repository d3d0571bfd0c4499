# The reasons why a function cannot be compiled.

"""
    CannotCompile

Thrown by `@lazuli`, `@compile` and `@code_xla` for a function that cannot become a program of
tensors. `reason` says why in plain words, and `remedy` says what to do. `place` is the file and
line of the statement, and `trail` has the calls that lead to it (innermost first). `cause` is the
exception that was thrown first, or nothing.
"""
struct CannotCompile <: Exception
    reason::String
    remedy::String
    place::String
    trail::Vector{String}
    cause::Any
end

function Base.showerror(io::IO, error::CannotCompile)
    print(io, "CannotCompile: ", error.place, ": ", error.reason)
    isempty(error.remedy) || print(io, "\n  remedy: ", error.remedy)
    foreach(call -> print(io, "\n  called from ", call), error.trail)
    error.cause === nothing && return
    print(io, "\n  because of ")
    showerror(io, error.cause)
end

"Throws CannotCompile for the current statement of the frame."
cannot(frame, reason, remedy = ""; cause = nothing) =
    throw(CannotCompile(reason, remedy, user_place(frame), call_trail(frame), cause))

# Returns the innermost frame of a user's function, because users can only change their own code.
function user_frame(frame)
    while frame.code !== nothing && !is_user(frame.code.method.module) && frame.caller !== nothing
        frame = frame.caller
    end
    frame
end
user_place(frame) = place_of(user_frame(frame))
place_of(frame) = (p = file_and_line(frame); p[2] == 0 ? p[1] : string(p[1], ":", p[2]))

function file_and_line(frame)
    frame.code === nothing && return split_place(frame.walk.place)
    place = checkbounds(Bool, frame.code.places, frame.at) ? frame.code.places[frame.at] : nothing
    place === nothing || place.file === :none ? (string(frame.code.method.file), Int(frame.code.method.line)) : (string(place.file), Int(place.line))
end
function split_place(text)
    k = findlast(':', text)
    k === nothing ? (text, 0) : (text[1:prevind(text, k)], parse(Int, text[nextind(text, k):end]))
end

function call_trail(frame)
    trail = String[]
    while frame !== nothing && frame.code !== nothing
        push!(trail, string(frame.code.method.name, " at ", place_of(frame)))
        frame = frame.caller
    end
    trail
end

describe(v) = is_array(v) ? string(eltype(v), " array of size ", size(v)) :
              is_symbolic(v) ? string("a ", type_of(v), " that the program computes") :
              string(repr_short(v), " of type ", typeof(v))
repr_short(v) = (text = sprint(show, v; context = :limit => true); length(text) > 60 ? first(text, 57) * "..." : text)

reason_for_box() = ("a variable that a closure captures is assigned more than once, so Julia keeps it in a Core.Box of any type",
                    "give the closure a variable of its own: `let x = x; y -> f(x, y); end`, or pass it as an argument")
reason_for_global(name) = ("the global variable `$name` is not constant: the program would keep the value that it has now",
                           "declare it `const $name = ...`, or pass it as an argument")
reason_for_mutation(what) = ("$what is changed where the program may not come, or comes more than once: in a branch or a loop " *
                             "that depends on a computed value",
                             "return the new value instead of storing it")
reason_for_array(error) =
    error.is_global ? ("an array of size $(error.size), which is no argument, is changed in place: a run would not change it again",
                       "pass it as an argument, or return the new value") :
                      reason_for_mutation("an array of size $(error.size)")
reason_for_throw(cause) = ("an exception is thrown if a computed value is so: a program cannot throw",
                           "return a value that says so (NaN, a flag), or check before the call")
