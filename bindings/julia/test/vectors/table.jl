module Vectors

using Lazuli, Test
using Lazuli: ElementType, Raw, record_all, record_function, ArrayType

const NAMES = Dict("pred" => Bool, "s8" => Int8, "s16" => Int16, "s32" => Int32, "s64" => Int64, "u8" => UInt8, "u16" => UInt16,
                   "u32" => UInt32, "u64" => UInt64, "f16" => Float16, "f32" => Float32, "f64" => Float64, "bf16" => BFloat16,
                   "c64" => Complex{Float32}, "c128" => Complex{Float64})
const PRECISION = Dict(Float32 => 23, Float64 => 52, Float16 => 10, BFloat16 => 7)

struct Missing2 <: Exception end # thrown for an element type that Julia does not have

type_of(name) = haskey(NAMES, name) ? NAMES[name] : throw(Missing2())
list(text) = text == "-" ? Int[] : parse.(Int, split(text, ","))
# Lists of sizes are row-major in the table.
size_of(text) = Tuple(reverse(list(text)))

function array(dtype, dims, bytes = "")
    T = type_of(dtype)
    return reshape(collect(reinterpret(T, bytes == "-" ? UInt8[] : hex2bytes(bytes))), size_of(dims))
end

mutable struct Vector_
    number::Int
    op::String
    operands::Vector{Any}
    captures::Vector{Any}
    attributes::Vector{Pair{Symbol,Any}}
    functions::Vector{Any}
    results::Vector{Any}
end

function attribute(kind, name, value)
    kind == "integer" && return parse(Int, value)
    kind == "integers" && return list(value)
    kind == "dtype" && return Lazuli.dtype(type_of(value))
    prefix = name == "comparison_direction" ? "LZ_COMPARISON_DIRECTION_" : name == "compare_type" ? "LZ_COMPARISON_TYPE_" :
        name == "fft_type" ? "LZ_FFT_TYPE_" : name == "rng_algorithm" ? "LZ_RNG_ALGORITHM_" : "LZ_TRANSPOSITION_"
    return getfield(Raw, Symbol(prefix, value))
end

"Parses the lines of one vector. Throws Missing2 for an element type that Julia does not have."
function parse_vector(lines)
    v = Vector_(0, "", [], [], [], [], [])
    for line in lines
        words = split(line, " ")
        kind = words[1]
        kind == "vector" ? (v.number = parse(Int, words[2])) :
        kind == "op" ? (v.op = words[2]) :
        kind == "operand" ? push!(v.operands, array(words[2], words[3], get(words, 4, ""))) :
        kind == "capture" ? push!(v.captures, array(words[2], words[3], get(words, 4, ""))) :
        kind == "attribute" ? push!(v.attributes, Symbol(words[2]) => attribute(words[3], words[2], words[4])) :
        kind == "function" ? push!(v.functions, words[3:end]) :
        push!(v.results, (array(words[2], words[3], get(words, 5, "")), parse(Float64, words[4])))
    end
    return v
end

function larger(a, i, b, j)
    take = a .>= b
    return Lazuli.select(take, a, b), Lazuli.select(take, i, j)
end
const BODIES = Dict("add" => (x, y) -> record_all("add", (x, y), 1)[1], "subtract" => (x, y) -> x .- y,
    "multiply" => (x, y) -> record_all("multiply", (x, y), 1)[1], "maximum" => (x, y) -> max.(x, y), "minimum" => (x, y) -> min.(x, y),
    "and" => (x, y) -> x .& y, "or" => (x, y) -> x .| y, "less" => (x, y, _...) -> x .< y, "greater" => (x, y, _...) -> x .> y,
    "greater_equal" => (x, y, _...) -> x .>= y, "first" => (x...) -> x[1:length(x)÷2], "second" => (x...) -> x[length(x)÷2+1:end],
    "larger" => larger, "count_below_5" => (x, _...) -> x .< Base.eltype(x)(5), 
    "count_and_double" => (i, x) -> (i .+ Base.eltype(i)(1), record_all("add", (x, x), 1)[1]))

function body(words, captures)
    types = [ArrayType(type_of(words[i]), size_of(words[i+1])...) for i in 2:2:length(words)]
    f = BODIES[words[1]]
    return isempty(types) ? record_function(() -> f(captures...)) : record_function(f, types...)
end

# The functions of Julia with which programs record elementwise ops.
const BY_NAME = Dict("add" => +, "subtract" => -, "multiply" => *, "divide" => /, "maximum" => max, "minimum" => min, "power" => ^,
    "atan2" => atan, "and" => &, "or" => |, "xor" => xor, "negate" => -, "exponential" => exp, "exponential_minus_one" => expm1,
    "log" => log, "log_plus_one" => log1p, "tanh" => tanh, "tan" => tan, "sine" => sin, "cosine" => cos, "sqrt" => sqrt, "cbrt" => cbrt,
    "sinh" => sinh, "cosh" => cosh, "asin" => asin, "acos" => acos, "atan" => atan, "asinh" => asinh, "acosh" => acosh,
    "atanh" => atanh, "logistic" => sigmoid, "rsqrt" => rsqrt, "erf" => erf, "erfc" => erfc, "erf_inv" => erfinv,
    "lgamma" => loggamma, "digamma" => digamma, "floor" => floor, "ceil" => ceil, "abs" => abs, "sign" => sign, "real" => real,
    "imag" => imag, "remainder" => rem)

"Returns the Julia function of the op, or nothing if it does something else for these types."
function function_of(v)
    f = get(BY_NAME, v.op, nothing)
    T = isempty(v.operands) ? Nothing : eltype(v.operands[1])
    T === Bool && return nothing            # Julia adds truth values as numbers
    f === (/) && T <: Integer && return nothing
    return f
end

function run(v)
    operands = map(x -> Base.ndims(x) == 0 ? reshape(LazuliArray(vec(x)), ()) : LazuliArray(x), v.operands)
    f = function_of(v)
    f === nothing || return (f.(operands...),)
    captures = map(x -> reshape(LazuliArray(vec(x)), size(x)), v.captures)
    functions = Tuple(body(words, captures) for words in v.functions)
    device = isempty(operands) ? Lazuli.device() : nothing
    return record_all(v.op, Tuple(operands), length(v.results); functions = functions, device = device, v.attributes...)
end

"Whether an element is within the tolerance of the table, a number of units in the last place."
function near(x::T, wanted::T, units) where {T}
    units == 0 || T <: Integer && return (isnan_(x) && isnan_(wanted)) || x === wanted
    return near_float(real(x), real(wanted), units, largest(wanted)) && near_float(imag(x), imag(wanted), units, largest(wanted))
end
isnan_(x::AbstractFloat) = isnan(x)
isnan_(x::Complex) = isnan(x)
isnan_(x) = false
largest(x::Complex) = max(abs(Float64(real(x))), abs(Float64(imag(x))))
largest(x) = abs(Float64(x))
function near_float(x, wanted, units, size)
    isnan(wanted) && return isnan(x)
    a, b = Float64(x), Float64(wanted)
    a == b && return true
    isinf(b) && return false
    return abs(a - b) <= units * 2.0^-PRECISION[typeof(wanted)] * size
end

function run_table(path)
    seen = (passed = Ref(0), absent = Ref(0))
    failed = String[]
    for text in split(read(path, String), "\n\n")
        lines = filter(l -> !isempty(l) && !startswith(l, "#"), split(text, "\n"))
        isempty(lines) && continue
        v = try
            parse_vector(lines)
        catch error
            error isa Missing2 || rethrow()
            seen.absent[] += 1
            continue
        end
        got = try
            map(Array, run(v))
        catch error
            push!(failed, "vector $(v.number) $(v.op): $(sprint(showerror, error))")
            continue
        end
        fine = length(got) == length(v.results) && all(1:length(got)) do i
            wanted, units = v.results[i]
            eltype(got[i]) === eltype(wanted) && size(got[i]) == size(wanted) && all(near.(got[i], wanted, units))
        end
        fine ? (seen.passed[] += 1) : push!(failed, "vector $(v.number) $(v.op) of $(map(eltype, v.operands)): $got")
    end
    foreach(line -> println(line), failed[1:min(end, 20)])
    println("vectors: $(seen.passed[]) pass, $(length(failed)) fail, $(seen.absent[]) are of types that Julia does not have")
    return failed, seen.passed[]
end

failed, passed = run_table(ENV["LAZULI_VECTORS"])
@testset "vectors" begin
    @test isempty(failed)
    @test passed > 1000
end

end
