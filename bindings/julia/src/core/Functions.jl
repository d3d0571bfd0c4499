# Functions of the library: lists of ops that are recorded on placeholders. Reductions, loops and
# branches have such functions as operands.

"""
    Lazuli.ArrayType(T, dims...)

An element type and a size, the type of a parameter of [`Lazuli.record_function`](@ref).
`ArrayType(x)` has the element type and size of `x`.
"""
struct ArrayType
    eltype::DataType
    dims::Dims
end
ArrayType(T::Type, dims::Integer...) = ArrayType(T, Dims(dims))
ArrayType(x::AbstractArray) = ArrayType(eltype(x), size(x))
Base.show(io::IO, t::ArrayType) = print(io, isempty(t.dims) ? "0-dimensional" : join(t.dims, "×"), " ", t.eltype)

"""
A recorded function, with the types of its parameters and results. `handle` refers to the function
in the library.
"""
struct LazuliFunction
    handle::FunctionHandle
    name::String
    parameters::Vector{ArrayType}
    results::Vector{ArrayType}
end
Base.unsafe_convert(::Type{Ptr{Cvoid}}, f::LazuliFunction) = Base.unsafe_convert(Ptr{Cvoid}, f.handle)
Base.close(f::LazuliFunction) = close(f.handle)
Base.show(io::IO, f::LazuliFunction) =
    print(io, "Lazuli function ", f.name, ": (", join(f.parameters, ", "), ") -> (", join(f.results, ", "), ")")

# The number of recordings of functions in all tasks. While a task records a function, numbers are
# constants of the program instead of inputs.
const open_recordings = Threads.Atomic{Int}(0)
is_recording() = open_recordings[] > 0 && get(task_local_storage(), :lazuli_recording, 0)::Int > 0

"""
    Lazuli.record_function(f, types::ArrayType...; name = "", device = Lazuli.device()) -> LazuliFunction

Calls `f` with placeholders of these types, and records its ops. `f` returns an array or a tuple of
arrays. All other arrays that `f` uses are captured. Numbers become constants.
"""
function record_function(f, types::ArrayType...; name = string(nameof(typeof(f))), device = device())
    recording = begin_function(name, device)
    placeholders = map(t -> placeholder(recording, t), types)
    results = recording_scope(() -> map(array_of, as_tuple(f(placeholders...))))
    return finish_function(recording, name, collect(ArrayType, types), results)
end

as_tuple(x::Tuple) = x
as_tuple(x) = (x,)

"The first step of `record_function`, for callers who do not know all parameters at the start."
begin_function(name, device = device()) = made(out -> Raw.lz_function_begin(device, name, out), FunctionHandle)

"Adds a parameter. Returns its placeholder, on which ops are recorded and which has no value."
function placeholder(f::FunctionHandle, t::ArrayType)
    dims = collect(Int64, reverse(t.dims))
    return LazuliArray{t.eltype,length(t.dims)}(
        made(out -> Raw.lz_function_parameter(f, dtype(t.eltype), dims, length(dims), out), Ptr{Cvoid}))
end

function finish_function(f::FunctionHandle, name, types, results::Tuple)
    raws = Raw.handles(results)
    GC.@preserve results check(Raw.lz_function_finish(f, raws, length(raws)))
    return LazuliFunction(f, name, types, ArrayType[ArrayType(a) for a in results])
end

"Calls `f`. Numbers in the ops that it records are constants of the program."
function recording_scope(f)
    depth = get(task_local_storage(), :lazuli_recording, 0)::Int
    Threads.atomic_add!(open_recordings, 1)
    try
        return task_local_storage(() -> in_way(f), :lazuli_recording, depth + 1)
    finally
        Threads.atomic_sub!(open_recordings, 1)
    end
end

"    Lazuli.code(f::LazuliFunction)\n\nReturns the ops of the function as text."
code(f::LazuliFunction) = text(out -> Raw.lz_function_print(f.handle, out))

# A program may run the function of a branch or a loop never, or many times. So an array may only be
# assigned to in place in the function in which it was recorded. Each such recording has a number,
# its `way`.
const last_way = Threads.Atomic{Int}(0)
in_way(f) = task_local_storage(f, :lazuli_way, 1 + Threads.atomic_add!(last_way, 1))
@inline recorded_way() = open_recordings[] == 0 ? 0 : get(task_local_storage(), :lazuli_way, 0)::Int

"Thrown if a function that is being recorded assigns in place to an array that it did not make."
struct OutsideArray <: Exception
    size::Dims
    is_global::Bool # true if the array was made outside of all recordings
end
Base.showerror(io::IO, e::OutsideArray) =
    print(io, "OutsideArray: an array of size ", e.size, " is assigned to in place while a function is recorded that did not make it: ",
          "return the new value instead")
