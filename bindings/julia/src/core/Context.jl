# Contexts and devices. Most programs use the default context, which has one device and is made when
# it is first needed.

"""
    Lazuli.Context(; threads = 0, budget_bytes = 0, host_devices = 0, op_by_op = false, numerics = :standard,
                   disk_cache = nothing, cache_bytes = 0)

Makes a context, which owns threads, devices and compiled programs. An option of 0 means the
default. `numerics` is `:strict` or `:standard`: how far results may differ from rounding each op as
written. `disk_cache` is a folder, or `"off"`.
"""
function Context(; threads = 0, budget_bytes = 0, host_devices = 0, op_by_op = false, numerics = :standard,
                 disk_cache = nothing, cache_bytes = 0)
    level = numerics === :strict ? 1 : numerics === :standard ? 2 :
        throw(LazuliError("Context", "numerics must be :strict or :standard, not $(repr(numerics))"))
    folder = disk_cache === nothing ? "" : String(disk_cache)
    GC.@preserve folder begin
        options = Ref(Raw.lz_context_options(
            threads = threads, numerics = level, budget_bytes = budget_bytes, op_by_op = op_by_op, cache_bytes = cache_bytes,
            disk_cache = disk_cache === nothing ? C_NULL : pointer(folder), host_devices = host_devices))
        context = made(out -> Raw.lz_context_create(options, out), Context)
        Threads.atomic_add!(devices_made, num_devices(context))
        op_by_op && Threads.atomic_add!(op_by_op_scopes, 1)
        return context
    end
end

"""
    Lazuli.device(index = 1; context = Lazuli.context())

Device number `index` of the context, counted from 1.
"""
device(index::Integer; context::Context = context()) =
    made(out -> Raw.lz_context_device(context, index - 1, out), Device)

"    Lazuli.num_devices(context = Lazuli.context())"
function num_devices(context::Context = context())
    count = Ref{Csize_t}(0)
    check(Raw.lz_context_num_devices(context, count))
    return Int(count[])
end

const default_lock = ReentrantLock()
const default_context = Ref{Union{Nothing,Context}}(nothing)
const default_device = Ref{Union{Nothing,Device}}(nothing)
const devices_made = Threads.Atomic{Int}(0) # in all contexts that ever existed
const device_overrides = Threads.Atomic{Int}(0)
const op_by_op_scopes = Threads.Atomic{Int}(0) # with the contexts that run op by op

"Whether indices and conversions are checked now, because each op runs when it is recorded."
is_checked() = op_by_op_scopes[] > 0 && !is_recording()

"""
    Lazuli.context()

Returns the context that functions use by default. The first call makes it.
"""
function context()
    found = default_context[]
    return found === nothing ? make_default().context : found
end

"""
    Lazuli.device()

Returns the device on which this task makes arrays by default: that of the innermost
[`Lazuli.with_device`](@ref), otherwise the first device of [`Lazuli.context`](@ref).
"""
@inline function device()
    device_overrides[] == 0 || return task_device()
    found = default_device[]
    return found === nothing ? make_default().device : found
end

@noinline function make_default()
    lock(default_lock) do
        if default_device[] === nothing
            context = Context()
            default_context[] = context
            default_device[] = device(1; context = context)
        end
        return (context = default_context[]::Context, device = default_device[]::Device)
    end
end

@noinline function task_device()
    found = known_device()
    return found === nothing ? make_default().device : found
end

"Whether two handles refer to the same device."
function is_same(a, b)
    same = Ref{Int32}(0)
    check(Raw.lz_device_is_same(a, b, same))
    return same[] != 0
end

"Returns the device on which this task makes arrays. Returns nothing if the default device is not made yet."
function known_device()
    device_overrides[] == 0 && return default_device[]
    found = get(task_local_storage(), :lazuli_device, nothing)
    return found === nothing ? default_device[] : found::Device
end

"Returns the device of an array. This is the object of the task's default device if both are the same."
function device_of(x)
    known = known_device()
    (known === nothing || is_closed(known)) && return device(x)
    # If there is only one device, all arrays are on it.
    return devices_made[] == 1 ? known : device_of(x, known)
end

function device_of(x, known::Device)
    found = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_tensor_device(x, found))
    is_same(found[], known) || return Device(found[])
    Raw.lz_device_release(found[])
    return known
end

"""
    Lazuli.with_device(f, device)

Calls `f`. Arrays that it makes in this task live on `device`.
"""
function with_device(f, device::Device)
    Threads.atomic_add!(device_overrides, 1)
    try
        return task_local_storage(f, :lazuli_device, device)
    finally
        Threads.atomic_sub!(device_overrides, 1)
    end
end

Base.show(io::IO, device::Device) =
    print(io, "Lazuli.Device(", is_closed(device) ? "closed" : unsafe_string(Raw.lz_device_name(device)), ")")
Base.show(io::IO, context::Context) = print(io, "Lazuli.Context(", is_closed(context) ? "closed" : "", ")")

"""
    Lazuli.shutdown(context = Lazuli.context())

Cancels running work and ends the context. Computed arrays can still be read. At exit of the
process, this happens automatically.
"""
shutdown(context::Context = context()) = check(Raw.lz_context_shutdown(context))

function shutdown_default()
    context = default_context[]
    context === nothing || is_closed(context) || Raw.lz_context_shutdown(context)
    return nothing
end
