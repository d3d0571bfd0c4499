# Rows J12 and J13 of the table in docs/languages/julia.md.
m, n, v, w = simple(Float64, 3, 4), simple(Float64, 4, 2), simple(Float64, 4), simple(Float64, 3)
@testset "products" begin
    @test Array(device(m) * device(n)) ≈ m * n && Array(device(m) * device(v)) ≈ m * v
    @test Array(device(n') * device(m')) ≈ n' * m'
    for (f, g) in ((adjoint, identity), (identity, adjoint), (adjoint, adjoint), (transpose, transpose), (transpose, identity))
        p, q = f === identity ? m : collect(m'), g === identity ? n : collect(n')
        @test Array(f(device(p)) * g(device(q))) ≈ f(p) * g(q)
    end
    @test Array(device(m)' * device(w)) ≈ m' * w && Array(device(w)' * device(m)) ≈ w' * m
    @test (device(v)' * device(v))[] ≈ v' * v && Array(device(v) * device(w)') ≈ v * w'
    @test Array(view(device(m), 1:2, :) * device(n)) ≈ m[1:2, :] * n
    @test Array(device(m) * n) ≈ m * n && Array(m * device(n)) ≈ m * n
    @test eltype(device(Float32.(m)) * device(n)) === Float64
    c, d = Complex.(simple(Float32, 2, 3), 1), Complex.(simple(Float32, 2, 3), -0.5f0)
    @test Array(device(c)' * device(d)) ≈ c' * d && Array(transpose(device(c)) * device(d)) ≈ transpose(c) * d
    message = refusal(() -> device(m) * device(m)).message
    @test occursin("(3, 4) and (3, 4)", message) && occursin("4 columns and 3 rows", message)
    @test Array(device(zeros(2, 0)) * device(zeros(0, 3))) == zeros(2, 3)
    @test Array(device([1, 2]') * device([3 4; 5 6])) == [1, 2]' * [3 4; 5 6]
end
@testset "scalars" begin
    @test Array(2 * device(m)) ≈ 2m && Array(device(m) / 2) ≈ m / 2 && Array(device(2.0) * device(m)) ≈ 2m
    @test Array(device(m) * device(2.0)) ≈ 2m && Array(2 \ device(m)) ≈ 2 \ m && Array(-device(m)) ≈ -m
    @test Array(device(m) + device(m)) ≈ 2m && Array(device(m) - device(m)) ≈ zero(m)
    @test occursin("broadcasts", refusal(() -> device(m) + device(n)).message)
end
@testset "dot and norm" begin
    @test dot(device(m), device(m))[] ≈ dot(m, m) && norm(device(m))[] ≈ norm(m) && norm(device(v), 1)[] ≈ norm(v, 1)
    @test norm(device(v), Inf)[] ≈ norm(v, Inf) && norm(device(v), 3)[] ≈ norm(v, 3)
    c = Complex{Float64}[1+2im, 3]
    @test dot(device(c), device(2c))[] ≈ dot(c, 2c)
    @test occursin("sizes", refusal(() -> dot(device(v), device(w))).message)
end
@testset "batches and solvers" begin
    p, q = simple(Float64, 2, 3, 4), simple(Float64, 3, 5, 4)
    @test Array(batched_mul(device(p), device(q))) ≈ cat((p[:, :, i] * q[:, :, i] for i in 1:4)...; dims = 3)
    a = [4.0 1 0; 1 3 1; 0 1 5]
    l = Array(Lazuli.cholesky(device(a)))
    @test l * l' ≈ a && istril(l)
    b = [1.0, 2, 3]
    @test Array(Lazuli.solve_triangular(device(l), device(b))) ≈ l \ b
    @test Array(Lazuli.solve_triangular(device(l), device(b); transposed = true)) ≈ l' \ b
    @test Array(Lazuli.solve_triangular(device(collect(l')), device([b 2b]); lower = false)) ≈ l' \ [b 2b]
end
