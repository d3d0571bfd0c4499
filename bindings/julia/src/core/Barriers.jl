# Functions that compute recorded ops, and wait for them.

const WAIT = UInt64(1)

"""
    Lazuli.barrier(; wait = false, device = nothing, context = Lazuli.context())

Submits everything that is pending and alive. Its program is compiled, or found in the cache. Each
step of a training loop should end with a barrier. With `wait`, the call returns when the work has
ended, and throws the error of the work.
"""
function barrier(; wait::Bool = false, device = nothing, context::Context = context())
    relieve_memory(context)
    which = device === nothing ? C_NULL : device
    check(Raw.lz_context_barrier(context, which, wait ? WAIT : UInt64(0), C_NULL))
end

"""
    Lazuli.evaluate(xs...; wait = false)

Submits only the ops that these arrays, or structures of arrays, need.
"""
function evaluate(x, others...; wait::Bool = false)
    arrays = arrays_of((x, others...))
    raws = Raw.handles(arrays)
    GC.@preserve arrays check(Raw.lz_evaluate(raws, length(raws), wait ? WAIT : UInt64(0), C_NULL))
end

"""
    wait(x::LazuliArray)

Computes the array if it is pending, and waits until it is computed. Throws the error of the
computation. Other tasks run during the wait.
"""
function Base.wait(x::LazuliArray)
    is_pending(x) && evaluate(x)
    return wait(made(out -> Raw.lz_tensor_event(x, out), Event))
end

"    Lazuli.is_pending(x::LazuliArray)\n\nReturns true if the array is recorded but not yet submitted."
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

# The library wakes a waiting task by a call of uv_async_send with a condition. Any thread may make
# this call, so no Julia code runs on a thread of the library. If an exception ends the wait, the
# call may still come later. So a condition is never closed but used again by the next wait, which a
# late call wakes in vain. There are as many conditions as tasks that have ever waited at the same
# time.
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

Marks the last dimension as a batch whose size changes from step to step. Ops on the array are
compiled once for all sizes up to a bucket: the smallest power of two that is neither below the size
nor below `least`. `least = 0` removes the mark.
"""
bucket(x::LazuliArray, least::Integer = 1) = (check(Raw.lz_tensor_bucket(x, least)); x)

# Julia's garbage collector does not know how large arrays on devices are. So a barrier collects
# unused arrays if the memory in use has doubled since the last collection.
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
