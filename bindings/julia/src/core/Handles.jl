# A handle holds one reference to an object of the library. The garbage collector or `close`
# releases the reference, whichever comes first. A finalizer only releases it, which is safe on any
# thread, after a shutdown and at exit.

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

"""
A device, with the functions of reductions that were recorded for it and are used again. The table
of these functions never changes. It is replaced by a longer one, so that readers need no lock.
"""
mutable struct Device <: Handle
    raw::Ptr{Cvoid}
    bodies::IdDict{Any,Any}
    Device(raw::Ptr{Cvoid}) = finalizer(close, new(raw, no_bodies))
end
const no_bodies = IdDict{Any,Any}()

release(::Device, raw) = Raw.lz_device_release(raw)

"""
The reference to a tensor that a [`LazuliArray`](@ref) holds. An assignment in place replaces `raw`.
`way` is the number of the recording in which the array was made (`in_way`), or 0 outside of
functions.
"""
mutable struct TensorHandle <: Handle
    raw::Ptr{Cvoid}
    way::Int
    function TensorHandle(raw::Ptr{Cvoid})
        handle = new(raw, recorded_way())
        open_scopes[] == 0 || add_to_scope(handle)
        return finalizer(close, handle)
    end
end

release(::TensorHandle, raw) = Raw.lz_tensor_release(raw)

is_closed(handle::Handle) = handle.raw == C_NULL

"Returns the object that a call of the library writes to its out-parameter."
@inline function made(call, ::Type{T}) where {T}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(call(out))
    return T(out[])
end

"Returns the text that a call of the library writes to its out-parameter."
function text(call)
    string = made(call, Text)
    result = GC.@preserve string unsafe_string(convert(Ptr{UInt8}, Raw.lz_string_data(string)), Raw.lz_string_size(string))
    close(string)
    return result
end

"""
    Lazuli.live_handles()

Returns the number of objects of the library that this process holds. Tests for leaks call it after
`GC.gc()`.
"""
live_handles() = Raw.lz_live_handles()

"A list of constant length for a call of the library. In most cases Julia allocates no memory for it."
mutable struct List{N,T}
    data::NTuple{N,T}
end
Base.unsafe_convert(::Type{Ptr{T}}, list::List{N,T}) where {N,T} = Ptr{T}(pointer_from_objref(list))

const Numbers{N} = List{N,Int64}
Numbers(data::NTuple{N,Int64}) where {N} = Numbers{N}(data)

"Returns the handles of these objects. They are valid as long as the objects are alive."
handles(objects::NTuple{N,Any}) where {N} =
    List{N,Ptr{Cvoid}}(map(x -> Base.unsafe_convert(Ptr{Cvoid}, x), objects))
