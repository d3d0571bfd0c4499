# A truncated singular value decomposition by power iteration. For each singular value, a loop runs
# until the vector hardly changes. The number of iterations depends on the values of the matrix, so
# it is known only while the program runs.
#
#   julia --project=.. tsvd.jl
using Lazuli, LinearAlgebra, Random, Printf
using Lazuli.Compiler: @lazuli, @code_hlo

"Returns the largest singular value with its vectors, and the number of iterations."
function leading(a, v, tolerance)
    u, moved, iterations = a * v, 1f0, 0
    while moved > tolerance && iterations < 1000
        u = a * v
        w = a' * (u / norm(u))
        next = w / norm(w)
        moved = norm(next - v)
        v, iterations = next, iterations + 1
    end
    u = a * v
    s = norm(u)
    u / s, s, v, iterations
end

function tsvd(a, start, k, tolerance)
    factors, total = (), 0
    for _ in 1:k
        u, s, v, iterations = leading(a, start, tolerance)
        a = a - (u * s) * v'
        factors = (factors..., (u, s, v))
        total += iterations
    end
    factors, total
end

function main()
    rng = MersenneTwister(1)
    a = randn(rng, Float32, 60, 8) * Diagonal(Float32[9, 7, 5, 4, 3, 2, 1, 0.5]) * randn(rng, Float32, 8, 40)
    start = normalize(randn(rng, Float32, 40))
    factors, total = @lazuli tsvd(LazuliArray(a), LazuliArray(start), 3, 1f-5)
    expected = svdvals(a)
    for (i, (u, s, v)) in enumerate(factors)
        @printf("singular value %d: %8.3f, LAPACK %8.3f\n", i, s[], expected[i])
    end
    println(total[], " iterations")
end

abspath(PROGRAM_FILE) == @__FILE__() && main()
