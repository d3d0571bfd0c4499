# Row J18 of the table in docs/languages/julia.md.
@testset "rand and randn" begin
    rng = Lazuli.RNG(7)
    x = rand(rng, Float32, 100, 100)
    @test x isa LazuliArray{Float32,2} && Lazuli.is_pending(x)
    host = Array(x)
    @test all(0 .<= host .< 1) && abs(mean(host) - 0.5) < 0.02 && length(unique(host)) > 9900
    y = Array(rand(rng, Float32, 100, 100))
    @test y != host
    @test Array(rand(Lazuli.RNG(7), Float32, 100, 100)) == host
    z = Array(randn(rng, Float64, 200, 100))
    @test abs(mean(z)) < 0.03 && abs(std(z) - 1) < 0.03 && all(isfinite, z)
    @test eltype(rand(rng, BFloat16, 3)) === BFloat16 && eltype(rand(rng, Int32, 3)) === Int32
    @test 300 < sum(rand(rng, Bool, 1000))[] < 700
    @test rand(rng, 2) isa LazuliArray{Float64,1} && size(rand(rng, Float32, (2, 3))) == (2, 3)
    Random.seed!(rng, 7)
    @test Array(rand(rng, Float32, 100, 100)) == host
end
@testset "shuffle" begin
    s = Array(shuffle(Lazuli.RNG(3), device(collect(1:50))))
    @test s != 1:50 && sort(s) == 1:50
end
