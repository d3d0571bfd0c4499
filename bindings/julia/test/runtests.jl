# All tests of the package: julia --project=bindings/julia bindings/julia/test/runtests.jl [NAME...]
using Lazuli, LinearAlgebra, Random, Statistics, Test


const names = isempty(ARGS) ? [
    "types", "arrays", "broadcast", "numbers", "reductions", "indexing", "shapes", "linalg", "random", "sorting", "printing",
    "functions", "gradients", "barriers", "collectives", "host_calls", "nn", "train", "structures", "errors", "vectors", "guide",
    "compiler/runtests", "threads", "handles"] : ARGS

"Returns numbers with few significant bits, so that sums are exact in any order."
simple(T, dims...) = T.(reshape([mod(7i + 3, 13) - 6 for i in 1:prod(dims)], dims...)) ./ T(4)
whole(T, dims...) = T.(reshape([mod(7i + 3, 13) for i in 1:prod(dims)], dims...))
device(x) = LazuliArray(x)

"Returns the LazuliError that f throws."
function refusal(f)
    try
        f()
    catch error
        error isa LazuliError || rethrow()
        return error
    end
    Base.error("nothing was refused")
end

@testset "Lazuli" begin
    @testset "$name" for name in names
        file = joinpath(@__DIR__, name * ".jl")
        isfile(file) && include(file)
    end
end
