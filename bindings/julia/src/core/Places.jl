# Where an op comes from in the program. A walk up the stack for each op would cost more than the
# op, so it is taken when an error is made; with track_places!(true) also for each op that is
# recorded, so that errors of work that runs later and printed recordings show the program's lines,
# too.

const package_folder = dirname(@__DIR__)
# Frames of Base name files relative to a folder that need not exist.
const julia_files = Set(basename(path) for (_, path) in Base._included_files)

"Whether a frame belongs to the program: neither to this package nor to Julia."
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

# One struct of options per thread, which ops read during their call.
const slots = Raw.lz_op_options[]
const placed = Bool[] # by thread: `at_place` says where its ops come from
const no_place = Raw.lz_op_options()
const tracking = Ref(false)
const file_names = Dict{String,String}()
const places = Dict{Ptr{Cvoid},Raw.lz_op_options}()
const places_lock = ReentrantLock()

function init_places()
    copy!(slots, Base.fill(no_place, num_threads()))
    copy!(placed, Base.fill(false, num_threads()))
end
# Versions of Julia with groups of threads number them beyond nthreads().
num_threads() = isdefined(Threads, :maxthreadid) ? Threads.maxthreadid() : Threads.nthreads()

"""
    Lazuli.track_places!(on = true)

Says whether every op that is recorded knows its line of the program. Errors made while an op is
recorded always do.
"""
track_places!(on::Bool = true) = (tracking[] = on; on || fill!(slots, no_place); nothing)

"The options of an op that is recorded now."
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

Calls `f`; the ops that it records come from this place of the program.
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
