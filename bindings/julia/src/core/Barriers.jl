# Determines when the recording runs.

const WAIT = UInt64(1)

"""
    Lazuli.barrier(; wait = false, device = nothing, context = Lazuli.context())

Cuts the recording: everything that is pending and alive is compiled, or found in the cache, and
submitted. A step of a training loop should end with one. With `wait` the call returns when the work
has ended, and throws its error.
"""
function barrier(; wait::Bool = false, device = nothing, context::Context = context())
    relieve_memory(context)
    which = device === nothing ? C_NULL : device
    check(Raw.lz_context_barrier(context, which, wait ? WAIT : UInt64(0), C_NULL))
end

"""
    Lazuli.evaluate(xs...; wait = false)

Computes these arrays (or structures of arrays) and what they need, and nothing else.
"""
function evaluate(x, others...; wait::Bool = false)
    arrays = arrays_of((x, others...))
    raws = Raw.handles(arrays)
    GC.@preserve arrays check(Raw.lz_evaluate(raws, length(raws), wait ? WAIT : UInt64(0), C_NULL))
end

"""
    wait(x::LazuliArray)

Computes the array if it is pending, and returns when its value is there; throws the error of its
computation. Other tasks run meanwhile.
"""
function Base.wait(x::LazuliArray)
    is_pending(x) && evaluate(x)
    return wait(made(out -> Raw.lz_tensor_event(x, out), Event))
end

"    Lazuli.is_pending(x::LazuliArray)\n\nWhether the value is recorded and not yet submitted."
function is_pending(x::LazuliArray)
    pending = Ref{Int32}(0)
    check(Raw.lz_tensor_is_pending(x, pending))
    return pending[] != 0
end

function is_ready(event::Event)
    ready = Ref{Int32}(0)
    check(Raw.lz_event_is_ready(event, ready))
    return ready[] != 0
end

# Julia's code never runs on a thread of the library: uv_async_send, which any thread may call,
# wakes the task. After an exception has ended a wait, the library may still call it. So a condition
# is never closed: the next wait uses it, and a late call only wakes that wait for nothing. There
# are as many conditions as tasks that ever waited at once.
const conditions = Base.AsyncCondition[] # all of them
const idle_conditions = Base.AsyncCondition[]
const conditions_lock = ReentrantLock()

function with_condition(f)
    condition = lock(conditions_lock) do
        isempty(idle_conditions) || return pop!(idle_conditions)
        push!(conditions, Base.AsyncCondition())
        return last(conditions)
    end
    try
        return f(condition)
    finally
        lock(() -> push!(idle_conditions, condition), conditions_lock)
    end
end

function Base.wait(event::Event)
    is_ready(event) || with_condition() do condition
        check(Raw.lz_event_on_ready(event, cglobal(:uv_async_send), condition.handle))
        while !is_ready(event)
            wait(condition)
        end
    end
    return check(Raw.lz_event_wait(event, -1))
end

"""
    Lazuli.donate(x)

Promises that `x` is not read after the next barrier. The barrier may give its memory to a result.
"""
donate(x) = foreach(a -> check(Raw.lz_tensor_donate(a)), arrays_of(x))

"""
    Lazuli.delete(x)

Frees the memory of computed arrays now. Reading them is an error from then on.
"""
delete(x) = foreach(a -> check(Raw.lz_tensor_delete(a)), arrays_of(x))

"""
    Lazuli.bucket(x, least = 1)

Says that the last dimension is a batch whose size differs from step to step: what is recorded on it
is compiled once for all sizes up to the least power of two that is at least the size, and at least
`least`; 0 takes it back.
"""
bucket(x::LazuliArray, least::Integer = 1) = (check(Raw.lz_tensor_bucket(x, least)); x)

# Julia's collector does not see how large arrays are. If the device's memory has doubled since the
# last collection, unused arrays are collected before more memory is requested.
const bytes_after_collection = Ref(Int64(256) << 20)
function relieve_memory(context)
    bytes = counter(:bytes_in_use; context = context)
    bytes > 2 * bytes_after_collection[] || return nothing
    GC.gc(false)
    bytes = counter(:bytes_in_use; context = context)
    if bytes > 2 * bytes_after_collection[]
        GC.gc()
        bytes = counter(:bytes_in_use; context = context)
    end
    bytes_after_collection[] = max(bytes, Int64(256) << 20)
    return nothing
end

"""
    Lazuli.reclaim(context = Lazuli.context()) -> bytes

Collects unused arrays and gives their memory back to the system. Returns the number of bytes.
"""
function reclaim(context::Context = context())
    GC.gc()
    bytes = Ref{Int64}(0)
    check(Raw.lz_context_trim(context, bytes))
    return Int(bytes[])
end
