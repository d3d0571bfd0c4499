# What front ends that compile whole programs need, shown in Julia: types before a compilation,
# modules as functions, their names and costs, gradients of functions, and sorting.

# Calls a function of the C API that returns a number or a type.
function count_of(call)
    out = Ref{Csize_t}(0)
    check(call(out))
    Int(out[])
end
function type_of(call)
    dtype, dims, rank = Ref{Int32}(0), Ref{Ptr{Int64}}(C_NULL), Ref{Csize_t}(0)
    check(call(dtype, dims, rank))
    name = unsafe_string(@ccall lib.lz_dtype_name(dtype[]::Int32)::Cstring)
    string(name, unsafe_wrap(Array, dims[], Int(rank[])))
end

function Base.show(io::IO, m::Mod)
    inputs = count_of(out -> @ccall lib.lz_module_num_inputs(m::Raw, out::Ref{Csize_t})::Raw)
    outputs = count_of(out -> @ccall lib.lz_module_num_outputs(m::Raw, out::Ref{Csize_t})::Raw)
    types(n, of) = join((type_of((dtype, dims, rank) -> of(i, dtype, dims, rank)) for i in 0:n-1), ", ")
    print(io, types(inputs, (i, dtype, dims, rank) -> @ccall lib.lz_module_input_type(
              m::Raw, i::Csize_t, dtype::Ref{Int32}, dims::Ref{Ptr{Int64}}, rank::Ref{Csize_t})::Raw), " -> ",
          types(outputs, (i, dtype, dims, rank) -> @ccall lib.lz_module_output_type(
              m::Raw, i::Csize_t, dtype::Ref{Int32}, dims::Ref{Ptr{Int64}}, rank::Ref{Csize_t})::Raw))
end

function Base.show(io::IO, f::Func)
    parameters = @ccall lib.lz_function_num_parameters(f::Raw)::Csize_t
    captures = @ccall lib.lz_function_num_captures(f::Raw)::Csize_t
    results = @ccall lib.lz_function_num_results(f::Raw)::Csize_t
    print(io, "parameters ", parameters, ", captures ", captures, ", results ", results)
end

# The places of tokens among the parameters of a text, which a module does not have.
function input_tokens(m::Mod)
    places, count = Ref{Ptr{Int64}}(C_NULL), Ref{Csize_t}(0)
    check(@ccall lib.lz_module_input_tokens(m::Raw, places::Ref{Ptr{Int64}}, count::Ref{Csize_t})::Raw)
    Int[unsafe_load(places[], i) for i in 1:count[]]
end
function output_tokens(m::Mod)
    places, count = Ref{Ptr{Int64}}(C_NULL), Ref{Csize_t}(0)
    check(@ccall lib.lz_module_output_tokens(m::Raw, places::Ref{Ptr{Int64}}, count::Ref{Csize_t})::Raw)
    Int[unsafe_load(places[], i) for i in 1:count[]]
end

parse_module(context, source, name = "module") = made(Mod, out -> @ccall lib.lz_module_parse(
    context::Raw, source::Cstring, sizeof(source)::Csize_t, name::Cstring, out::Ref{Raw})::Raw)
source_of(m) = text(out -> @ccall lib.lz_module_print(m::Raw, out::Ref{Raw})::Raw)
compile(m::Mod) = made(Program, out -> @ccall lib.lz_module_compile(m::Raw, C_NULL::Raw, out::Ref{Raw})::Raw)
compile(f::Func) = made(Program, out -> @ccall lib.lz_function_compile(f::Raw, C_NULL::Raw, out::Ref{Raw})::Raw)
fingerprint(program) = text(out -> @ccall lib.lz_executable_fingerprint(program::Raw, out::Ref{Raw})::Raw)

# Whether a result may take over the memory of an input that a run gives away.
function is_donated(program, index)
    out = Ref{Int32}(0)
    check(@ccall lib.lz_executable_input_donation(program::Raw, index::Csize_t, out::Ref{Int32})::Raw)
    out[] == 1
end

# A module is called like a function, and its ops are recorded.
(m::Mod)(x::Tensor) = GC.@preserve x tensor() do out
    @ccall lib.lz_module_call(m::Raw, raws([x])::Ptr{Raw}, 1::Csize_t, C_NULL::Raw, out::Ref{Raw}, 1::Csize_t)::Raw
end

# The fields that are read here; the library fills those that it has.
struct Cost
    struct_size::Csize_t
    flops::Float64
    nanoseconds::Float64
    bytes_accessed::Int64
end
function cost(program)
    out = Ref(Cost(sizeof(Cost), 0, 0, 0))
    check(@ccall lib.lz_executable_get_cost(program::Raw, out::Ref{Cost})::Raw)
    out[]
end

function show_modules(context, device, path)
    m = parse_module(context, read(path, String), path)
    println("the module: ", m)
    again = parse_module(context, source_of(m))
    programs = map(compile, (m, again))
    names = map(fingerprint, programs)
    println("its text is the same program: ", source_of(again) == source_of(m), ", one fingerprint: ", names[1] == names[2],
            " of ", length(names[1]))
    println("its input may be given away: ", is_donated(programs[1], 0))
    println("tokens in its text: ", length(input_tokens(m)) + length(output_tokens(m)))
    known = cost(programs[1])
    println("flops ", known.flops, ", some bytes: ", known.bytes_accessed >= 64, ", some time: ", known.nanoseconds > 0)
    x, before = from_host(device, BLOCK, POINTS), counter(context, COMPILES)
    y = m(add(x, x))
    gradient, = gradients(y, spread(scalar(device, 1), x), [x])
    print_values("the module of twice the points", y)
    print_values("and its gradient", gradient)
    println("programs for both: ", counter(context, COMPILES) - before)
end

print_values(title, x) = println(title, ": ", join(round.(reinterpret(Float32, bits(x)), digits = 3), " "))

struct FunctionGradientOptions
    struct_size::Csize_t
    with_values::Int32
    with_cotangents::Int32
end

# A function that returns what f returns, and the gradient with respect to its first parameter.
function with_gradient(f)
    options = Ref(FunctionGradientOptions(sizeof(FunctionGradientOptions), 1, 0))
    made(Func, out -> @ccall lib.lz_function_gradient(f::Raw, Csize_t[0]::Ptr{Csize_t}, 1::Csize_t,
                                                      options::Ref{FunctionGradientOptions}, out::Ref{Raw})::Raw)
end
constant_to_gradients(x) = tensor(out -> @ccall lib.lz_stop_gradient(x::Raw, C_NULL::Raw, out::Ref{Raw})::Raw)

function run_two(program, x)
    out = fill(C_NULL, 2)
    GC.@preserve x check(@ccall lib.lz_executable_run(program::Raw, raws([x])::Ptr{Raw}, 1::Csize_t, C_NULL::Raw,
                                                      out::Ptr{Raw}, 2::Csize_t)::Raw)
    map(Tensor, out)
end

# x -> k x * stop(x), whose gradient is k x because stop(x) is a constant to it.
function show_gradient(device)
    k = scalar(device, 3)
    f = func(x -> multiply(multiply(k, x), constant_to_gradients(x)), device, "f", [()])
    g = with_gradient(f)
    println("a function: ", f, "; with its gradient: ", g)
    value, slope = run_two(compile(g), from_host(device, (), Float32[2]))
    println("at 2: ", reinterpret(Float32, bits(value))[1], " with slope ", reinterpret(Float32, bits(slope))[1])
    foreach(close, (value, slope))
end

# sortperm: the order of the values, and the values in it.
function sorted(device, x, n)
    places = tensor() do out
        @ccall lib.lz_iota(device::Raw, 0::Int64, S32::Int32, Int64[n]::Ptr{Int64}, 1::Csize_t, C_NULL::Raw, out::Ref{Raw})::Raw
    end
    less = func(device, "less", [(), (), (), ()], [F32, F32, S32, S32]) do a, b, _, _
        tensor(out -> @ccall lib.lz_compare(a::Raw, b::Raw, LESS::Int32, 0::Int32, C_NULL::Raw, out::Ref{Raw})::Raw)
    end
    out = fill(C_NULL, 2)
    GC.@preserve x places check(@ccall lib.lz_sort(raws([x, places])::Ptr{Raw}, 2::Csize_t, 0::Int64, 1::Int32, less::Raw,
                                                   C_NULL::Raw, out::Ptr{Raw}, 2::Csize_t)::Raw)
    map(Tensor, out)
end

function show_order(device)
    values, order = sorted(device, from_host(device, (5,), Float32[2, -1, 7, 0, 2]), 5)
    print_values("sorted", values)
    println("their places: ", join(Int.(bits(order)), " "))
    foreach(close, (values, order))
end

function show_programs(context, device, path)
    for show in (() -> show_modules(context, device, path), () -> show_gradient(device), () -> show_order(device))
        show()
        foreach(close, recorded)
        empty!(recorded)
        GC.gc()
    end
end
