# The file and line of the program where an op is recorded. They are found by a walk up the stack,
# which takes more time than recording an op. So by default the stack is read only if recording an
# op fails. After track_places!(true), it is read for each op. Then errors of work that runs later
# and printed recordings show the program's lines, too.

const package_folder = dirname(@__DIR__)
# Stack frames of Base have relative file names, so files of Julia are recognized by these names.
const julia_files = Set(basename(path) for (_, path) in Base._included_files)

"Whether a file belongs to the program, and neither to this package nor to Julia."
function is_program(file::AbstractString)
    isempty(file) && return false
    startswith(file, package_folder) && return false
    return !(basename(file) in julia_files && !isabspath(file)) && !startswith(file, Sys.STDLIB) && file != "none"
end

function caller_location()
    for frame in stacktrace(backtrace())
        file = String(frame.file)
        frame.from_c || !is_program(file) || return string(file, ":", frame.line)
    end
    return ""
end

# The options of each thread, which the library reads while an op is recorded.
const slots = Raw.lz_op_options[]
const placed = Bool[] # for each thread: true while it runs in `at_place`
const no_place = Raw.lz_op_options()
const tracking = Ref(false)
const file_names = Dict{String,String}()
const places = Dict{Ptr{Cvoid},Raw.lz_op_options}()
const places_lock = ReentrantLock()

function init_places()
    copy!(slots, Base.fill(no_place, num_threads()))
    copy!(placed, Base.fill(false, num_threads()))
end
# In versions of Julia with thread pools, numbers of threads can be greater than nthreads().
num_threads() = isdefined(Threads, :maxthreadid) ? Threads.maxthreadid() : Threads.nthreads()

"""
    Lazuli.track_places!(on = true)

Sets whether every recorded op stores its line of the program. An error while an op is recorded
always has the line.
"""
track_places!(on::Bool = true) = (tracking[] = on; on || fill!(slots, no_place); nothing)

"Returns the options for the op that this thread records now."
@inline function place()
    tracking[] && !placed[Threads.threadid()] && track()
    return pointer(slots, Threads.threadid())
end

make_place(file::String, line::Integer) =
    Raw.lz_op_options(file = pointer(get!(file_names, file, file)), line = line)

@noinline function track()
    lock(places_lock) do
        for pointer in backtrace()
            found = pointer isa Ptr ? get!(() -> look_up(pointer), places, pointer) : look_up(pointer)
            found.line == 0 || return slots[Threads.threadid()] = found
        end
    end
    return nothing
end

function look_up(pointer)
    for frame in StackTraces.lookup(pointer)
        file = String(frame.file)
        frame.from_c || !is_program(file) || return make_place(file, frame.line)
    end
    return no_place
end

"""
    Lazuli.at_place(f, file, line)

Calls `f`. The ops that it records get this file and line.
"""
function at_place(f, file::AbstractString, line::Integer)
    thread = Threads.threadid()
    before, slots[thread] = slots[thread], lock(() -> make_place(String(file), line), places_lock)
    was_placed, placed[thread] = placed[thread], true
    try
        return f()
    finally
        slots[thread], placed[thread] = before, was_placed
    end
end
