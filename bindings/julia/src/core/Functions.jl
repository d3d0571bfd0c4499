# Functions of the library: lists of ops recorded on placeholders, the bodies of reductions, loops
# and branches.

"""
    Lazuli.ArrayType(T, dims...)

A type of an array, with its size: what a parameter of [`Lazuli.record_function`](@ref) is.
`ArrayType(x)` is that of `x`.
"""
struct ArrayType
    eltype::DataType
    dims::Dims
end
ArrayType(T::Type, dims::Integer...) = ArrayType(T, Dims(dims))
ArrayType(x::AbstractArray) = ArrayType(eltype(x), size(x))
Base.show(io::IO, t::ArrayType) = print(io, isempty(t.dims) ? "0-dimensional" : join(t.dims, "×"), " ", t.eltype)

"""
A recorded function, with the types of its parameters and results. `handle` is what the library
knows.
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

# How many functions this task records: numbers are then part of the program, not inputs of it.
const open_recordings = Threads.Atomic{Int}(0)
is_recording() = open_recordings[] > 0 && get(task_local_storage(), :lazuli_recording, 0)::Int > 0

"""
    Lazuli.record_function(f, types::ArrayType...; name = "", device = Lazuli.device()) -> LazuliFunction

Records the ops of `f`, called with placeholders of these types. `f` returns an array or a tuple of
arrays. Arrays that it uses and that are no parameters are captured; numbers become constants.
"""
function record_function(f, types::ArrayType...; name = string(nameof(typeof(f))), device = device())
    recording = begin_function(name, device)
    placeholders = map(t -> placeholder(recording, t), types)
    results = recording_scope(() -> map(array_of, as_tuple(f(placeholders...))))
    return finish_function(recording, name, collect(ArrayType, types), results)
end

as_tuple(x::Tuple) = x
as_tuple(x) = (x,)

"The parts of `record_function`, for those who know the parameters only on the way."
begin_function(name, device = device()) = made(out -> Raw.lz_function_begin(device, name, out), FunctionHandle)

"A placeholder: it records like any array and has no value."
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

"Calls `f`; numbers in what it records are constants of the program."
function recording_scope(f)
    depth = get(task_local_storage(), :lazuli_recording, 0)::Int
    Threads.atomic_add!(open_recordings, 1)
    try
        return task_local_storage(() -> in_way(f), :lazuli_recording, depth + 1)
    finally
        Threads.atomic_sub!(open_recordings, 1)
    end
end

"    Lazuli.code(f::LazuliFunction)\n\nIts ops as text."
code(f::LazuliFunction) = text(out -> Raw.lz_function_print(f.handle, out))

# A program may come to a function of it never, or many times. So what is recorded there may be
# assigned to in place there and nowhere else; each such piece has a number.
const last_way = Threads.Atomic{Int}(0)
in_way(f) = task_local_storage(f, :lazuli_way, 1 + Threads.atomic_add!(last_way, 1))
@inline recorded_way() = open_recordings[] == 0 ? 0 : get(task_local_storage(), :lazuli_way, 0)::Int

"An array was assigned to in place while a function was recorded that did not make it."
struct OutsideArray <: Exception
    size::Dims
    is_global::Bool # it is of no recording at all
end
Base.showerror(io::IO, e::OutsideArray) =
    print(io, "OutsideArray: an array of size ", e.size, " is assigned to in place while a function is recorded that did not make it: ",
          "return the new value instead")
