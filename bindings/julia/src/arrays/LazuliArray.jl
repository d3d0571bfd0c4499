# The array type. Julia counts dimensions from the one that is contiguous in memory (column-major),
# and the library from the outermost one (row-major). A Julia array of size (2, 3) is a tensor of
# dimensions [3, 2] with the same bytes, so nothing is transposed. `axis` and `row_major` convert
# between the two orders.

"Returns the library's number for Julia's dimension `d` of an array of `n` dimensions."
@inline axis(n::Integer, d::Integer) = n - d

"Converts a tuple with one entry per dimension from Julia's order to the library's order."
@inline row_major(x::Tuple) = reverse(x)

"An array on a device of Lazuli, or a placeholder of one while a function is compiled."
abstract type AbstractLazuliArray{T,N} <: AbstractArray{T,N} end

"""
    LazuliArray(x) <: AbstractArray

An array whose elements are computed by Lazuli. Ops on it are recorded and return at once. They are
computed when their values are needed: by `Array(x)`, by `x[]` for an array without dimensions, by
printing, or by [`Lazuli.barrier`](@ref).

`LazuliArray(x)` copies the elements of an array. It makes an array without dimensions from a
number, and records a range as an op. An array of arrays becomes one array whose last dimensions are
those of the outer array. `device` is the device on which the new array lives.
"""
struct LazuliArray{T<:ElementType,N} <: AbstractLazuliArray{T,N}
    handle::TensorHandle
    dims::NTuple{N,Int}
end

const LazuliScalar{T<:ElementType} = LazuliArray{T,0}
const LazuliVector{T<:ElementType} = LazuliArray{T,1}
const LazuliMatrix{T<:ElementType} = LazuliArray{T,2}

"Takes over a reference to a tensor, which must have element type T and rank N."
@inline function LazuliArray{T,N}(raw::Ptr{Cvoid}) where {T,N}
    if Raw.lz_tensor_rank(raw) != N || Raw.lz_tensor_dtype(raw) != dtype(T)
        throw_mismatch(LazuliArray{T,N}, raw)
    end
    dims = Raw.lz_tensor_dims(raw)
    return LazuliArray{T,N}(TensorHandle(raw), ntuple(d -> unsafe_load(dims, axis(N, d) + 1), Val(N)))
end

@noinline throw_mismatch(A, raw) =
    error("Lazuli: an op gave $(Raw.lz_tensor_rank(raw)) dimensions of dtype $(Raw.lz_tensor_dtype(raw)), not $A")

"Takes over a reference to a tensor. The result has the element type and rank of the tensor."
wrap(raw::Ptr{Cvoid}) = LazuliArray{element_type(Raw.lz_tensor_dtype(raw)),Int(Raw.lz_tensor_rank(raw))}(raw)

@inline Base.unsafe_convert(::Type{Ptr{Cvoid}}, x::LazuliArray) = Base.unsafe_convert(Ptr{Cvoid}, x.handle)

Base.size(x::LazuliArray) = x.dims
Base.IndexStyle(::Type{<:LazuliArray}) = IndexLinear()

"""
    close(x::LazuliArray)

Releases the array now, before Julia's garbage collector does. Ops that were recorded with it are
not affected.
"""
Base.close(x::LazuliArray) = close(x.handle)

# Arrays from values of the host.

LazuliArray(x::LazuliArray; device = nothing) = device === nothing ? x : copy_to(x, device)
LazuliArray{T}(x; options...) where {T} = convert_elements(T, LazuliArray(x; options...))
LazuliArray{T,N}(x::AbstractArray{S,N}; options...) where {T,N,S} = LazuliArray{T}(x; options...)
LazuliArray{T,N}(x::LazuliArray{T,N}) where {T,N} = x

"An array of Julia, or a contiguous part of one, such as a range of its columns."
const OnePiece{T,N} = Union{Array{T,N},Base.FastContiguousSubArray{T,N,<:Array}}

function LazuliArray(x::OnePiece{T,N}; device = device()) where {T<:ElementType,N}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve x check(Raw.lz_tensor_from_host(device, dtype(T), Numbers(row_major(size(x))), N, pointer(x, 1), C_NULL, out))
    return LazuliArray{T,N}(out[])
end

LazuliArray(x::AbstractArray{T}; options...) where {T} = x isa OnePiece ? dtype(T) : LazuliArray(collect(x); options...)
LazuliArray(x::BitArray{N}; options...) where {N} = LazuliArray(Array{Bool,N}(x); options...)

function LazuliArray(x::AbstractArray{<:AbstractArray{T,M},N}; options...) where {T,M,N}
    isempty(x) && throw(LazuliError("LazuliArray", "an empty array of arrays has no size"))
    inner = size(first(x))
    all(a -> size(a) == inner, x) || throw(LazuliError("LazuliArray", "the arrays in an array must have one size; here are " *
                                                       join(unique(map(size, vec(x))), " and ")))
    flat = Array{T,M + N}(undef, (inner..., size(x)...))
    for (i, a) in enumerate(x)
        copyto!(flat, (i - 1) * length(a) + 1, a, 1, length(a))
    end
    return LazuliArray(flat; options...)
end

"""
A number is an input of programs, so other numbers run the same program. While a function is
recorded, a number is a constant of its program.
"""
LazuliArray(x::T; device = device()) where {T<:ElementType} = scalar(T, x, device)
LazuliArray(x::Real; options...) = LazuliArray(Float64(x); options...)
LazuliArray(x::T; options...) where {T<:Number} = dtype(T)

@inline function scalar(::Type{T}, x::Number, device = device()) where {T}
    is_recording() && return literal(T, x, device)
    value, out = Ref(T(x)), Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_scalar(device, dtype(T), value, place(), out))
    return LazuliArray{T,0}(out[])
end

"Makes an array without dimensions from a number that is part of the program."
function literal(::Type{T}, x::Number, device = device()) where {T}
    value, out = Ref(T(x)), Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_constant(device, dtype(T), C_NULL, 0, value, place(), out))
    return LazuliArray{T,0}(out[])
end

"""
    Lazuli.constant(x::Array)

Makes an array whose elements are part of the program, so that the compiler can fold ops on it.
"""
function constant(x::Array{T,N}; device = device()) where {T<:ElementType,N}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_constant(device, dtype(T), Numbers(row_major(size(x))), N, x, place(), out))
    return LazuliArray{T,N}(out[])
end

function LazuliArray(x::AbstractRange{T}; device = device()) where {T<:Union{Integer,AbstractFloat}}
    counted = iota(T, (length(x),), 1; device = device)
    return step(x) == 1 && first(x) == 0 ? counted : counted .* T(step(x)) .+ T(first(x))
end

"Makes an array with the numbers 0, 1, 2, ... along dimension `d`."
function iota(::Type{T}, dims::Dims{N}, d::Integer; device = device()) where {T,N}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_iota(device, axis(N, d), dtype(T), Numbers(row_major(dims)), N, place(), out))
    return LazuliArray{T,N}(out[])
end

"    Lazuli.fill(x, dims...)\n\nMakes an array in which all elements are `x`."
fill(x::Number, dims::Integer...) = fill(x, Dims(dims))
fill(x::T, dims::Dims) where {T<:ElementType} = spread_and_close(scalar(T, x), dims)
fill(x::Number, dims::Dims) = fill(float(x), dims)
"    Lazuli.zeros(T, dims...)"
zeros(::Type{T}, dims::Integer...) where {T} = fill(zero(T), Dims(dims))
zeros(::Type{T}, dims::Dims) where {T} = fill(zero(T), dims)
"    Lazuli.ones(T, dims...)"
ones(::Type{T}, dims::Integer...) where {T} = fill(one(T), Dims(dims))
ones(::Type{T}, dims::Dims) where {T} = fill(one(T), dims)

# Reads to the host.

const interruptible = Ref(false)

"""
    Lazuli.interruptible!(on = true)

Sets whether an interrupt (Ctrl-C) during a read cancels the work that the read waits for. It does
by default in interactive sessions. Otherwise Julia notices the interrupt when the work has ended,
because the waiting thread takes part in the work. Letting other threads do all the work costs some
microseconds per read.
"""
interruptible!(on::Bool = true) = (interruptible[] = on; nothing)

function await_interruptibly(x::LazuliArray)
    is_pending(x) && evaluate(x)
    event = made(out -> Raw.lz_tensor_event(x, out), Event)
    try
        wait(event)
    catch error
        error isa InterruptException && check(Raw.lz_event_cancel(event))
        rethrow()
    end
end

function read_into!(to::Array{T}, x::LazuliArray{T}) where {T}
    interruptible[] && await_interruptibly(x)
    check(Raw.lz_tensor_read(x, to, sizeof(to)))
    return to
end

Base.Array(x::LazuliArray{T,N}) where {T,N} = read_into!(Array{T,N}(undef, x.dims), x)
Base.Array{T}(x::LazuliArray{T,N}) where {T,N} = Array(x)
Base.Array{T,N}(x::LazuliArray{T,N}) where {T,N} = Array(x)
Base.Array{T}(x::LazuliArray) where {T} = Array{T}(Array(x))
Base.Array{T,N}(x::LazuliArray{S,N}) where {T,N,S} = Array{T,N}(Array(x))
Base.collect(x::LazuliArray) = Array(x)
Base.convert(::Type{T}, x::LazuliArray) where {T<:Array} = T(x)

function Base.copyto!(to::Array{T}, x::LazuliArray{T}) where {T}
    length(to) >= length(x) || throw(BoundsError(to, length(x)))
    length(to) == length(x) && return read_into!(to, x)
    return copyto!(to, Array(x))
end
Base.copyto!(to::Array, x::LazuliArray) = copyto!(to, Array(x))

"Waits for the only element of an array without dimensions, and returns it."
function Base.getindex(x::LazuliArray{T,0}) where {T}
    value = Ref{T}()
    interruptible[] && await_interruptibly(x)
    check(Raw.lz_tensor_read(x, value, sizeof(T)))
    return value[]
end

for T in (Bool, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Float16, Float32, Float64)
    @eval Base.$(nameof(T))(x::LazuliArray{<:Any,0}) = $T(x[])
end

# Copies and conversions.

"Returns another array with the same elements. Writes to one array do not change the other."
function Base.copy(x::LazuliArray{T,N}) where {T,N}
    raw = Base.unsafe_convert(Ptr{Cvoid}, x.handle)
    Raw.lz_tensor_retain(raw)
    return LazuliArray{T,N}(TensorHandle(raw), x.dims)
end
Base.deepcopy_internal(x::LazuliArray, known::IdDict) = get!(() -> copy(x), known, x)

Base.similar(x::LazuliArray, ::Type{T}, dims::Dims) where {T} = zeros(T, dims)
Base.zero(x::LazuliArray{T}) where {T} = zeros(T, x.dims)
Base.one(x::LazuliArray{T,0}) where {T} = scalar(T, one(T))

"    Lazuli.copy_to(x, device)\n\nWaits for the array, and copies it to another device."
copy_to(x::LazuliArray{T,N}, to::Device) where {T,N} =
    LazuliArray{T,N}(made(out -> Raw.lz_tensor_copy_to_device(x, to, 0, out), Ptr{Cvoid}))

"    Lazuli.device(x::LazuliArray)\n\nReturns the device on which the array lives."
device(x::LazuliArray) = made(out -> Raw.lz_tensor_device(x, out), Device)

@inline convert_elements(::Type{T}, x::LazuliArray{T}) where {T} = x
function convert_elements(::Type{T}, x::LazuliArray{S,N}) where {T,S,N}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_convert(x, dtype(T), place(), out))
    return LazuliArray{T,N}(out[])
end
Base.convert(::Type{LazuliArray{T}}, x::LazuliArray) where {T} = convert_elements(T, x)
Base.convert(::Type{LazuliArray{T,N}}, x::LazuliArray{S,N}) where {T,S,N} = convert_elements(T, x)
Base.convert(::Type{A}, x::Array) where {A<:LazuliArray} = A(x)
Base.float(x::LazuliArray{T}) where {T} = convert_elements(float(T), x)

# Makes x refer to the tensor of `value`, so all users of x see the new elements. `value` does not
# change.
function assign!(x::LazuliArray{T,N}, value::LazuliArray{T,N}) where {T,N}
    way = recorded_way()
    way == 0 || x.handle.way == way || throw(OutsideArray(x.dims, x.handle.way == 0))
    x.dims == value.dims || throw(LazuliError("setindex!", "an array of size $(x.dims) cannot take over size $(value.dims)"))
    raw = Base.unsafe_convert(Ptr{Cvoid}, value.handle)
    Raw.lz_tensor_retain(raw)
    old, x.handle.raw = x.handle.raw, raw
    Raw.lz_tensor_release(old)
    return x
end
