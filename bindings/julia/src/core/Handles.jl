# Handles hold one reference each, which the collector or `close` gives back, whichever comes first.
# A finalizer does nothing but release: that is safe on any thread, after a shutdown and at exit.

abstract type Handle end

@inline function Base.unsafe_convert(::Type{Ptr{Cvoid}}, handle::Handle)
    raw = handle.raw
    raw == C_NULL && throw_closed(handle)
    return raw
end

@noinline throw_closed(handle) =
    throw(LazuliError(string(nameof(typeof(handle))), "it has been closed: nothing can be done with it";
                      code = Raw.LZ_FAILED_PRECONDITION))

function Base.close(handle::Handle)
    raw = handle.raw
    handle.raw = C_NULL
    release(handle, raw)
end

for (T, call) in ((:Context, :lz_context_release), (:Event, :lz_event_release),
                  (:Guard, :lz_guard_release), (:FunctionHandle, :lz_function_release),
                  (:Executable, :lz_executable_release), (:ModuleHandle, :lz_module_release),
                  (:Text, :lz_string_release))
    @eval begin
        mutable struct $T <: Handle
            raw::Ptr{Cvoid}
            $T(raw::Ptr{Cvoid}) = finalizer(close, new(raw))
        end
        release(::$T, raw) = Raw.$call(raw)
    end
end

"A device, with the functions that were recorded for it and are used again: the bodies of reductions."
mutable struct Device <: Handle
    raw::Ptr{Cvoid}
    bodies::Union{Nothing,IdDict{Any,Any}}
    Device(raw::Ptr{Cvoid}) = finalizer(close, new(raw, nothing))
end

release(::Device, raw) = Raw.lz_device_release(raw)

"""
The reference to a tensor that a [`LazuliArray`](@ref) holds. An assignment in place exchanges
`raw`.
"""
mutable struct TensorHandle <: Handle
    raw::Ptr{Cvoid}
    function TensorHandle(raw::Ptr{Cvoid})
        handle = new(raw)
        open_scopes[] == 0 || add_to_scope(handle)
        return finalizer(close, handle)
    end
end

release(::TensorHandle, raw) = Raw.lz_tensor_release(raw)

is_closed(handle::Handle) = handle.raw == C_NULL

"The object that a call puts into its out-parameter."
@inline function made(call, ::Type{T}) where {T}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(call(out))
    return T(out[])
end

"The text that a call gives."
function text(call)
    string = made(call, Text)
    result = GC.@preserve string unsafe_string(convert(Ptr{UInt8}, Raw.lz_string_data(string)), Raw.lz_string_size(string))
    close(string)
    return result
end

"""
    Lazuli.live_handles()

How many objects of the library this process holds, arrays and all others: for tests of leaks, after
`GC.gc()`.
"""
live_handles() = Raw.lz_live_handles()

# Numbers that a call reads: Ptr{Int64} of a tuple.
mutable struct Numbers{N}
    data::NTuple{N,Int64}
end
Base.unsafe_convert(::Type{Ptr{Int64}}, numbers::Numbers) = Ptr{Int64}(pointer_from_objref(numbers))
