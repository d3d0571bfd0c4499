# Lazuli from Julia 1.5. Prints what examples/ffi/c prints, up to the line "only in Julia".
#
#   main.jl FILE.mlir       a program of one f32 input of 2x4 and one output
include("lazuli.jl")
include("programs.jl")

const COMPILES, BARRIERS = 1, 6
const COUNTERS = ["compiles" => COMPILES, "cache hits" => 2, "executions" => 5, "ops recorded" => 9,
                  "donated inputs" => 10, "live tensors" => 13, "bytes in use" => 15, "peak bytes" => 16]
const POINTS = Float32[-3, -1.5, -0.75, -0.25, 0, 0.5, 1, 2.5]
const BLOCK = (2, 4)
const SAMPLES, FEATURES, STEPS, HANDLES = 64, 4, 200, 100000

print_floats(title, x) = println(title, map(b -> " " * string(b, base = 16, pad = 8), bits(x))...)

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

# loss = mean((x w + b - y)^2); w and b are changed by a tenth of the gradient.
function step(device, total, x, y, (w, b))
    start = scalar(device, 0)
    last, first = Int64[1], Int64[0]
    product = GC.@preserve last first tensor() do out
        attributes = DotGeneralAttributes(sizeof(DotGeneralAttributes), C_NULL, 0, C_NULL, 0, pointer(last), 1,
                                          pointer(first), 1)
        @ccall lib.lz_dot_general(x::Raw, w::Raw, attributes::Ref{DotGeneralAttributes}, C_NULL::Raw, out::Ref{Raw})::Raw
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

# Compiles once and runs with different inputs; the second run donates its input.
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
    program = compile(parse_module(context, read(path, String), path))
    print_floats("module", run_program(program, from_host(device, BLOCK, POINTS)))
end

# Memory of this program becomes a tensor, and a tensor's memory is read, both without a copy. The
# release function may run on a thread that Julia does not know, where only uv_async_send is safe:
# it wakes the condition.
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

const calls = Ref(0)
# Multiplies each element by its place.
function by_place(user::Raw, args::Ptr{HostCallArgs})::Raw
    given = unsafe_load(args)
    x, y = unsafe_load(given.operands), unsafe_load(given.results)
    calls[] += 1
    for place in 1:x.nbytes ÷ 4
        unsafe_store!(y.data, unsafe_load(x.data, place) * Float32(place - 1), place)
    end
    C_NULL
end

# Calls a function of this program in the middle of a compiled one, and reads without waiting.
function show_host_call(context, device)
    f = @cfunction(by_place, Raw, (Raw, Ptr{HostCallArgs}))
    # Functions of Julia run only on Julia's threads, never on the library's.
    options = HostCallOptions(sizeof(HostCallOptions), ON_PROGRAM_THREAD, C_NULL, C_NULL, 0, C_NULL, 0)
    check(@ccall lib.lz_context_register_host_call(context::Raw, "by_place"::Cstring, f::Raw, options::Ref{HostCallOptions})::Raw)
    x, dims = from_host(device, BLOCK, POINTS), dims_of(BLOCK)
    twice = add(x, x)
    called = GC.@preserve twice dims tensor() do out
        type = Ref(TensorType(F32, 0, 2, pointer(dims)))
        @ccall lib.lz_host_call(device::Raw, "by_place"::Cstring, raws([twice])::Ptr{Raw}, 1::Csize_t, type::Ref{TensorType},
                                C_NULL::Raw, C_NULL::Raw, out::Ref{Raw}, 1::Csize_t)::Raw
    end
    total = add(called, x)
    print_floats("host call", total)
    words = zeros(UInt32, 8)
    GC.@preserve words begin
        event = made(Event, out -> @ccall lib.lz_tensor_read_async(
            total::Raw, pointer(words)::Raw, 32::Csize_t, C_NULL::Raw, out::Ref{Raw})::Raw)
        check(@ccall lib.lz_event_wait(event::Raw, (-1)::Int64)::Raw)
    end
    close(event)
    println("calls ", calls[], ", read without waiting ", join((string(word, base = 16, pad = 8) for word in words), " "))
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
                 () -> show_module(context, device, path), () -> show_sharing(device), () -> show_host_call(context, device),
                 () -> show_error(device))
        show()
        foreach(close, recorded)
        empty!(recorded)
        GC.gc() # functions and programs
    end
    for (name, which) in COUNTERS
        println("counter ", name, " ", counter(context, which))
    end
    show_handles(device)
    println("only in Julia")
    show_programs(context, device, path)
    close(device)
    close(context)
end

main(ARGS[1])
println("handles at the end ", live_handles())
