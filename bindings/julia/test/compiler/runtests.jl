# Compares compiled functions with the same functions on Julia arrays.
module CompilerTests

using Test, Lazuli, LinearAlgebra, Random, Statistics
using Lazuli: Compiler
using Lazuli.Compiler: @lazuli, @compile, @code_xla, @code_hlo, @code_typed_xla, CannotCompile

to_host(x::LazuliArray{<:Any,0}) = x[]
to_host(x::LazuliArray) = Array(x)
to_host(x::Tuple) = map(to_host, x)
to_host(x::NamedTuple) = map(to_host, x)
to_host(x) = x

to_device(x::Array) = LazuliArray(x)
to_device(x::Array{<:Array}) = map(LazuliArray, x)
to_device(x::Tuple) = map(to_device, x)
to_device(x::NamedTuple) = map(to_device, x)
to_device(x) = x

is_close(a::Tuple, b::Tuple) = length(a) == length(b) && all(map(is_close, a, b))
is_close(a::NamedTuple, b::NamedTuple) = keys(a) == keys(b) && is_close(values(a), values(b))
is_close(a::Number, b::Number) = typeof(a) == typeof(b) && isapprox(a, b; rtol = 1e-4, nans = true)
is_close(a::AbstractArray, b::AbstractArray) =
    eltype(a) == eltype(b) && size(a) == size(b) && isapprox(a, b; rtol = 1e-4, nans = true)
is_close(a, b) = a == b

"Whether f gives the same result if it is compiled as it gives in Julia."
function agrees(f, arguments...)
    expected = f(arguments...)
    got = to_host(@lazuli f(map(to_device, arguments)...))
    is_close(got, expected) || (println("got ", got, ", expected ", expected); false)
end

"Returns the message that says why f cannot be compiled."
function refusal(f, arguments...)
    try
        @lazuli f(map(to_device, arguments)...)
        "it was compiled"
    catch error
        error isa CannotCompile || rethrow()
        sprint(showerror, error)
    end
end

"Counts how often each op occurs in the StableHLO text of a program."
function ops(text)
    counts = Dict{String,Int}()
    for m in eachmatch(r"\b(?:stablehlo|chlo)\.(\w+)", text)
        counts[m.captures[1]] = get(counts, m.captures[1], 0) + 1
    end
    counts
end

@testset "compiler" begin
    include("straight.jl")
    include("branches.jl")
    include("loops.jl")
    include("structures.jl")
    include("elements.jl")
    include("gradients.jl")
    include("refusals.jl")
    include("cache.jl")
    include("state.jl")
    include("agreement.jl")
    include("paper.jl")
    include("tracing.jl")
    include("sizes.jl")
end

end
