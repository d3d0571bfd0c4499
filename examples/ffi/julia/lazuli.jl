# What this program needs to use Lazuli with ccall: handles have finalizers, errors are exceptions,
# and ops know the line that called them.
const lib = "liblazuli.so.1"
const Raw = Ptr{Cvoid}
const S32, F32 = Int32(4), Int32(11)
const LESS = Int32(5) # LZ_COMPARISON_DIRECTION_LT
const ON_PROGRAM_THREAD = UInt64(2) # LZ_HOST_CALL_ON_PROGRAM_THREAD

# Option structs with the fields that are set here; the library takes missing fields as zero.
struct OpOptions
    struct_size::Csize_t
    file::Ptr{UInt8}
    line::Int64
    name::Ptr{UInt8}
end
struct ContextOptions
    struct_size::Csize_t
    threads::Int32
    numerics::Int32
end
struct CompileOptions
    struct_size::Csize_t
    numerics::Int32
    reserved::Int32
    donate::Ptr{UInt8}
    num_donate::Csize_t
end
struct RunOptions
    struct_size::Csize_t
    flags::UInt64
    donate::Ptr{UInt8}
    num_donate::Csize_t
end
struct DotGeneralAttributes
    struct_size::Csize_t
    lhs_batching::Ptr{Int64}
    num_lhs_batching::Csize_t
    rhs_batching::Ptr{Int64}
    num_rhs_batching::Csize_t
    lhs_contracting::Ptr{Int64}
    num_lhs_contracting::Csize_t
    rhs_contracting::Ptr{Int64}
    num_rhs_contracting::Csize_t
end
struct HostOptions
    struct_size::Csize_t
    mode::Int32
    reserved::Int32
    byte_strides::Ptr{Int64}
    release::Raw
    release_user::Raw
    out_event::Raw
end
struct TensorType
    dtype::Int32
    reserved::Int32
    rank::Csize_t
    dims::Ptr{Int64}
end
# What a host call receives for an operand or a result.
struct Buffer
    type::TensorType
    data::Ptr{Float32}
    nbytes::Int64
end
struct HostCallArgs
    struct_size::Csize_t
    name::Ptr{UInt8}
    attributes::Ptr{UInt8}
    attributes_size::Csize_t
    operands::Ptr{Buffer}
    num_operands::Csize_t
    results::Ptr{Buffer}
    num_results::Csize_t
end
struct HostCallOptions
    struct_size::Csize_t
    flags::UInt64
    user::Raw
    release::Raw
    predicted_ns::Int64
    aliases::Raw
    num_aliases::Csize_t
end
# DLManagedTensorVersioned with the fields that are read here.
struct Managed
    version::NTuple{2,UInt32}
    manager_ctx::Raw
    deleter::Raw
    flags::UInt64
    data::Raw
end

struct LazuliError <: Exception
    code::Int32
    op::String
    location::String
    message::String
end
Base.showerror(io::IO, error::LazuliError) = print(io, error.location, ": ", error.message)

function check(status::Raw)
    status == C_NULL && return
    error = LazuliError(@ccall(lib.lz_status_code(status::Raw)::Int32),
                        unsafe_string(@ccall lib.lz_status_op(status::Raw)::Cstring),
                        unsafe_string(@ccall lib.lz_status_location(status::Raw)::Cstring),
                        unsafe_string(@ccall lib.lz_status_message(status::Raw)::Cstring))
    @ccall lib.lz_status_release(status::Raw)::Cvoid
    throw(error)
end

# Each object has one reference, which close or the garbage collector gives back, whichever comes
# first.
abstract type Handle end
Base.unsafe_convert(::Type{Raw}, x::Handle) = x.raw
for (T, release) in ((:Context, :lz_context_release), (:Device, :lz_device_release), (:Tensor, :lz_tensor_release),
                     (:Func, :lz_function_release), (:Program, :lz_executable_release),
                     (:Mod, :lz_module_release), (:Event, :lz_event_release), (:Text, :lz_string_release))
    @eval begin
        mutable struct $T <: Handle
            raw::Raw
            $T(raw) = finalizer(close, new(raw))
        end
        function Base.close(x::$T)
            raw, x.raw = x.raw, C_NULL
            ccall(($(QuoteNode(release)), lib), Cvoid, (Raw,), raw)
        end
    end
end

# A handle from a call with an out-parameter.
function made(T, call)
    out = Ref{Raw}(C_NULL)
    check(call(out))
    T(out[])
end

# Intermediate tensors of a recording. They must be dropped before the barrier, and not when the
# collector runs: tensors that are alive at a barrier are computed and kept.
const recorded = Tensor[]
tensor(call) = (push!(recorded, made(Tensor, call)); recorded[end])

# Calls f and drops the tensors that it made and did not return.
function scoped(f)
    empty!(recorded)
    results = f()
    foreach(t -> any(r -> r === t, results) || close(t), recorded)
    empty!(recorded)
    results
end

macro here()
    (String(__source__.file), __source__.line)
end

function op(call, here)
    file, line = here
    GC.@preserve file begin
        options = Ref(OpOptions(sizeof(OpOptions), pointer(file), line, C_NULL))
        tensor(out -> call(options, out))
    end
end

for name in (:add, :subtract, :multiply)
    symbol = QuoteNode(Symbol(:lz_, name))
    @eval $name(a, b, here = ("", 0)) = op(here) do options, out
        ccall(($symbol, lib), Raw, (Raw, Raw, Ref{OpOptions}, Ref{Raw}), a, b, options, out)
    end
end

dims_of(dims) = collect(Int64, dims)
raws(tensors) = Raw[t.raw for t in tensors] # the caller must keep the tensors alive around the call

# Row-major, like everything in this API.
from_host(device, dims, data::Vector{Float32}) = tensor() do out
    @ccall lib.lz_tensor_from_host(device::Raw, F32::Int32, dims_of(dims)::Ptr{Int64}, length(dims)::Csize_t,
                                   data::Ptr{Float32}, C_NULL::Raw, out::Ref{Raw})::Raw
end
scalar(device, value) = tensor() do out
    @ccall lib.lz_scalar_f64(device::Raw, F32::Int32, value::Float64, C_NULL::Raw, out::Ref{Raw})::Raw
end
# A scalar in the shape of another tensor.
function spread(value, like)
    rank = @ccall lib.lz_tensor_rank(like::Raw)::Csize_t
    dims = @ccall lib.lz_tensor_dims(like::Raw)::Ptr{Int64}
    GC.@preserve like tensor() do out
        @ccall lib.lz_broadcast_in_dim(value::Raw, C_NULL::Raw, 0::Csize_t, dims::Ptr{Int64}, rank::Csize_t,
                                       C_NULL::Raw, out::Ref{Raw})::Raw
    end
end
scale(device, x, by) = multiply(x, spread(scalar(device, by), x))

function gradients(output, cotangent, arguments)
    out = fill(C_NULL, length(arguments))
    cotangents = cotangent === nothing ? C_NULL : raws([cotangent])
    GC.@preserve output cotangent arguments check(@ccall lib.lz_gradients(
        raws([output])::Ptr{Raw}, 1::Csize_t, cotangents::Ptr{Raw}, raws(arguments)::Ptr{Raw},
        length(arguments)::Csize_t, C_NULL::Raw, out::Ptr{Raw})::Raw)
    results = map(Tensor, out)
    append!(recorded, results)
    results
end

function bits(x)
    size = @ccall lib.lz_tensor_nbytes(x::Raw)::Int64
    out = Vector{UInt32}(undef, size ÷ 4)
    check(@ccall lib.lz_tensor_read(x::Raw, out::Ptr{UInt32}, size::Csize_t)::Raw)
    out
end
text(call) = (string = made(Text, call);
              GC.@preserve string unsafe_string(@ccall lib.lz_string_data(string::Raw)::Cstring))
live_handles() = @ccall lib.lz_live_handles()::Int64

function counter(context, which)
    value = Ref{Int64}(0)
    check(@ccall lib.lz_context_counter(context::Raw, which::Int32, value::Ref{Int64})::Raw)
    value[]
end

function func(body, device, name, types, dtypes = fill(F32, length(types)))
    f = made(Func, out -> @ccall lib.lz_function_begin(device::Raw, name::Cstring, out::Ref{Raw})::Raw)
    parameters = map(types, dtypes) do dims, dtype
        tensor(out -> @ccall lib.lz_function_parameter(f::Raw, dtype::Int32, dims_of(dims)::Ptr{Int64},
                                                       length(dims)::Csize_t, out::Ref{Raw})::Raw)
    end
    result = body(parameters...)
    GC.@preserve result check(@ccall lib.lz_function_finish(f::Raw, raws([result])::Ptr{Raw}, 1::Csize_t)::Raw)
    f
end

function run_program(program, x, give = false)
    donate = UInt8[give]
    GC.@preserve donate x begin
        options = Ref(RunOptions(sizeof(RunOptions), 1, pointer(donate), 1))
        tensor() do out
            @ccall lib.lz_executable_run(program::Raw, raws([x])::Ptr{Raw}, 1::Csize_t, options::Ref{RunOptions},
                                         out::Ref{Raw}, 1::Csize_t)::Raw
        end
    end
end
