# Lazuli from Julia 1.5 with ccall: handles with finalizers, errors that are exceptions. Prints what examples/ffi/c
# prints.
#
#   main.jl FILE.mlir       a program of one f32 input of 2x4 and one output
const lib = "liblazuli.so.0"
const Raw = Ptr{Cvoid}
const F32 = Int32(11)
const COMPILES, BARRIERS = 1, 6
const COUNTERS = ["compiles" => COMPILES, "cache hits" => 2, "executions" => 5, "ops recorded" => 9,
                  "donated inputs" => 10, "live tensors" => 13, "bytes in use" => 15, "peak bytes" => 16]
const POINTS = Float32[-3, -1.5, -0.75, -0.25, 0, 0.5, 1, 2.5]
const BLOCK = (2, 4)
const SAMPLES, FEATURES, STEPS, HANDLES = 64, 4, 200, 100000

# Option structs, as far as they are set here; the library takes what is behind as zero.
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
struct HostOptions
    struct_size::Csize_t
    mode::Int32
    reserved::Int32
    byte_strides::Ptr{Int64}
    release::Raw
    release_user::Raw
    out_event::Raw
end
# DLManagedTensorVersioned, as far as it is read here.
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

# One reference each, given back by close or by the collector, whichever comes first.
abstract type Handle end
Base.unsafe_convert(::Type{Raw}, x::Handle) = x.raw
for (T, release) in ((:Context, :lz_context_release), (:Device, :lz_device_release), (:Tensor, :lz_tensor_release),
                     (:Func, :lz_function_release), (:Program, :lz_executable_release),
                     (:Mod, :lz_module_release), (:Text, :lz_string_release))
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

# Tensors that a recording made on its way. The collector comes too late: what is alive at a barrier is a result.
const recorded = Tensor[]
tensor(call) = (push!(recorded, made(Tensor, call)); recorded[end])

# Calls f and drops the tensors that it made and does not return.
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
raws(tensors) = Raw[t.raw for t in tensors] # keep the tensors alive around the call

# Row-major, as everything at this API.
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
print_floats(title, x) = println(title, map(b -> " " * string(b, base = 16, pad = 8), bits(x))...)
text(call) = (string = made(Text, call);
              GC.@preserve string unsafe_string(@ccall lib.lz_string_data(string::Raw)::Cstring))
live_handles() = @ccall lib.lz_live_handles()::Int64

function counter(context, which)
    value = Ref{Int64}(0)
    check(@ccall lib.lz_context_counter(context::Raw, which::Int32, value::Ref{Int64})::Raw)
    value[]
end

# x / 2 * (1 + erf(x / sqrt(2)))
function gelu(device, x)
    inner = scale(device, x, sqrt(0.5))
    erf = tensor(out -> @ccall lib.lz_erf(inner::Raw, C_NULL::Raw, out::Ref{Raw})::Raw)
    total = add(erf, spread(scalar(device, 1), x))
    multiply(scale(device, x, 0.5), total)
end

function show_gelu(device)
    x = from_host(device, BLOCK, POINTS)
    y = gelu(device, x)
    gradient, = gradients(y, spread(scalar(device, 1), x), [x])
    println("recorded graph\n", GC.@preserve y text(
        out -> @ccall lib.lz_recording_print(raws([y])::Ptr{Raw}, 1::Csize_t, out::Ref{Raw})::Raw))
    print_floats("gelu", y)
    print_floats("gelu gradient", gradient)
end

function func(body, device, name, types)
    f = made(Func, out -> @ccall lib.lz_function_begin(device::Raw, name::Cstring, out::Ref{Raw})::Raw)
    parameters = map(types) do dims
        tensor(out -> @ccall lib.lz_function_parameter(f::Raw, F32::Int32, dims_of(dims)::Ptr{Int64},
                                                       length(dims)::Csize_t, out::Ref{Raw})::Raw)
    end
    result = body(parameters...)
    GC.@preserve result check(@ccall lib.lz_function_finish(f::Raw, raws([result])::Ptr{Raw}, 1::Csize_t)::Raw)
    f
end

# loss = mean((x w + b - y)^2); w and b go a tenth of the gradient down.
function step(device, total, x, y, (w, b))
    start = scalar(device, 0)
    product = tensor() do out
        @ccall lib.lz_dot_general(x::Raw, w::Raw, C_NULL::Raw, 0::Csize_t, C_NULL::Raw, 0::Csize_t,
                                  Int64[1]::Ptr{Int64}, 1::Csize_t, Int64[0]::Ptr{Int64}, 1::Csize_t, F32::Int32,
                                  C_NULL::Raw, out::Ref{Raw})::Raw
    end
    off = subtract(add(product, spread(b, y)), y)
    square = multiply(off, off)
    sum = GC.@preserve square start tensor() do out
        @ccall lib.lz_reduce(raws([square])::Ptr{Raw}, 1::Csize_t, raws([start])::Ptr{Raw}, 1::Csize_t,
                             Int64[0]::Ptr{Int64}, 1::Csize_t, total::Raw, C_NULL::Raw, out::Ref{Raw},
                             1::Csize_t)::Raw
    end
    loss = scale(device, sum, 1 / SAMPLES)
    changes = gradients(loss, nothing, [w, b])
    (loss, subtract(w, scale(device, changes[1], 0.1)), subtract(b, scale(device, changes[2], 0.1)))
end

function show_regression(context, device)
    rows = [[((i * 7 + j * 3 + i * j) % 11 - 5) / 8 for j in 0:FEATURES-1] for i in 0:SAMPLES-1]
    total = func(add, device, "add", [(), ()])
    x = from_host(device, (SAMPLES, FEATURES), Float32.(vcat(rows...)))
    y = from_host(device, (SAMPLES,), Float32[0.25 + sum(row .* (1, -2, 3, 0.5)) for row in rows])
    loss, w, b = scalar(device, 0), from_host(device, (FEATURES,), zeros(Float32, FEATURES)),
                 from_host(device, (), Float32[0])
    compiles, barriers = counter(context, COMPILES), counter(context, BARRIERS)
    for i in 1:STEPS
        old = (loss, w, b)
        loss, w, b = scoped(() -> step(device, total, x, y, (w, b)))
        foreach(close, old)
        check(@ccall lib.lz_context_barrier(context::Raw, device::Raw, 1::UInt64, C_NULL::Raw)::Raw)
    end
    print_floats("regression loss", loss)
    print_floats("regression weights", w)
    print_floats("regression bias", b)
    println("regression barriers ", counter(context, BARRIERS) - barriers, " compiles ",
            counter(context, COMPILES) - compiles)
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

# Compiled once, called with other inputs; the second is given away.
function show_executable(device)
    f = func(x -> gelu(device, x), device, "gelu", [BLOCK])
    donate = UInt8[1]
    program = GC.@preserve donate made(Program, out -> @ccall lib.lz_function_compile(
        f::Raw, Ref(CompileOptions(sizeof(CompileOptions), 0, 0, pointer(donate), 1))::Ref{CompileOptions},
        out::Ref{Raw})::Raw)
    given = from_host(device, BLOCK, 2 .* POINTS)
    print_floats("executable", run_program(program, from_host(device, BLOCK, POINTS)))
    print_floats("executable with a donated input", run_program(program, given, true))
    try
        bits(given)
    catch error
        println("reading the donated input: code ", error.code)
    end
    println("recorded program\n", text(out -> @ccall lib.lz_function_print(f::Raw, out::Ref{Raw})::Raw))
    println("memory report\n",
            text(out -> @ccall lib.lz_executable_memory_report(program::Raw, out::Ref{Raw})::Raw))
end

function show_module(context, device, path)
    source = read(path, String)
    m = made(Mod, out -> @ccall lib.lz_module_parse(context::Raw, source::Cstring, sizeof(source)::Csize_t,
                                                    path::Cstring, out::Ref{Raw})::Raw)
    program = made(Program, out -> @ccall lib.lz_module_compile(m::Raw, C_NULL::Raw, out::Ref{Raw})::Raw)
    print_floats("module", run_program(program, from_host(device, BLOCK, POINTS)))
end

# Memory of ours becomes a tensor, and a tensor's memory is read, without a copy. The release function may be called
# from a thread that Julia does not know, where only uv_async_send is safe: it wakes the condition.
function show_sharing(device)
    room = zeros(UInt8, 32 + 64)
    over = Base.AsyncCondition()
    GC.@preserve room over begin
        data = Raw((UInt(pointer(room)) + 63) & ~UInt(63))
        options = Ref(HostOptions(sizeof(HostOptions), 2, 0, C_NULL, cglobal(:uv_async_send), over.handle, C_NULL))
        x = made(Tensor, out -> @ccall lib.lz_tensor_from_host(
            device::Raw, F32::Int32, dims_of(BLOCK)::Ptr{Int64}, 2::Csize_t, data::Raw, options::Ref{HostOptions},
            out::Ref{Raw})::Raw)
        lent = Ref{Ptr{Managed}}(C_NULL)
        check(@ccall lib.lz_tensor_to_dlpack(x::Raw, lent::Ref{Ptr{Managed}})::Raw)
        close(x)
        managed = unsafe_load(lent[])
        println("shared in place: ", Int(managed.data == data))
        ccall(managed.deleter, Cvoid, (Ptr{Managed},), lent[])
        wait(over)
        println("given back: 1")
    end
end

function show_error(device)
    a, b = from_host(device, (3,), POINTS), from_host(device, (2,), POINTS)
    file, line = @here
    try
        add(a, b, @here)
    catch error
        println("error: code ", error.code, ", op ", error.op, ", at the caller's line: ",
                Int(error.location == "$file:$(line + 2)"))
        println("error: ", error.message[findfirst('[', error.message):end])
        showerror(stderr, error)
        println(stderr)
    end
end

function show_handles(device)
    before = live_handles()
    for i in 1:HANDLES
        made(Tensor, out -> @ccall lib.lz_scalar_f64(device::Raw, F32::Int32, i::Float64, C_NULL::Raw,
                                                     out::Ref{Raw})::Raw)
    end
    GC.gc()
    println("handles made ", HANDLES, ", left ", live_handles() - before)
end

function main(path)
    options = Ref(ContextOptions(sizeof(ContextOptions), 2, 0))
    context = made(Context, out -> @ccall lib.lz_context_create(options::Ref{ContextOptions}, out::Ref{Raw})::Raw)
    device = made(Device, out -> @ccall lib.lz_context_device(context::Raw, 0::Csize_t, out::Ref{Raw})::Raw)
    println("version ", @ccall(lib.lz_version()::Int32), " abi ", @ccall(lib.lz_abi_version()::Int32))
    for show in (() -> show_gelu(device), () -> show_regression(context, device), () -> show_executable(device),
                 () -> show_module(context, device, path), () -> show_sharing(device), () -> show_error(device))
        show()
        foreach(close, recorded)
        empty!(recorded)
        GC.gc() # functions and programs
    end
    for (name, which) in COUNTERS
        println("counter ", name, " ", counter(context, which))
    end
    show_handles(device)
    close(device)
    close(context)
end

main(ARGS[1])
println("handles at the end ", live_handles())
