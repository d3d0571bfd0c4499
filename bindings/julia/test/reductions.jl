# Row J13 of the table in docs/languages/julia.md: reductions with true neutral elements, which keep
# dimensions.
@testset "$f" for (f, host) in ((sum, sum), (prod, prod), (maximum, maximum), (minimum, minimum), (mean, mean))
    a = simple(Float64, 3, 4, 2) .+ 0.125
    x = device(a)
    @test f(x) isa LazuliScalar{Float64} && f(x)[] ≈ host(a)
    for dims in (1, 2, 3, (1, 3), (2, 1), (1, 2, 3))
        @test size(f(x; dims = dims)) == size(host(a; dims = dims)) && Array(f(x; dims = dims)) ≈ host(a; dims = dims)
    end
    @test Array(f(abs2, x; dims = 2)) ≈ host(abs2.(a); dims = 2)
end
@testset "types" begin
    @test sum(device(Int8[100, 100]))[] === 200 && sum(device([true, true]))[] === 2 && sum(device(UInt8[200, 200]))[] === UInt(400)
    @test eltype(sum(device(Float32[1, 2]))) === Float32 && eltype(maximum(device(Int8[1]))) === Int8
    @test mean(device([1, 2]))[] === 1.5 && sum(device(Complex{Float32}[1im, 2]))[] === Complex{Float32}(2 + 1im)
end
@testset "neutral elements" begin
    a = -[1.0, 2.0, 3.0]
    @test maximum(device(a))[] == -1 && prod(device(a))[] == -6 && minimum(device(-a))[] == 1
    @test sum(device(zeros(0)))[] == 0 && prod(device(zeros(0)))[] == 1
    @test Array(sum(device(zeros(0, 3)); dims = 1)) == zeros(1, 3)
    @test occursin("without elements", refusal(() -> maximum(device(zeros(0)))).message)
    @test maximum(device(Int32[-5, -7]))[] == -5
end
@testset "mapreduce" begin
    a = simple(Float64, 3, 4)
    x = device(a)
    @test mapreduce(abs, max, x)[] == maximum(abs.(a)) && Array(mapreduce(v -> v^2, +, x; dims = 1)) ≈ sum(a .^ 2; dims = 1)
    @test mapreduce(*, +, x, x)[] ≈ sum(a .* a) && reduce(+, x; init = 2.0)[] ≈ sum(a) + 2
    # An op that this test defines, so its neutral element is not known.
    longer(p, q) = Lazuli.select(abs(p) > abs(q), p, q)
    @test reduce(longer, device([1.0, -5.0, 3.0]))[] == -5
    @test Array(reduce(longer, device([1.0 -2; -3 1]); dims = 1)) == [-3 -2]
    scale = 2.0
    @test reduce((p, q) -> max(p, q) + 0 * scale, device([1.0, 4.0, 3.0]))[] == 4
end
@testset "truth, counts, extremes" begin
    a = [true false; true true]
    @test all(device(a))[] == false && any(device(a))[] == true && Array(all(device(a); dims = 1)) == [true false]
    @test count(device(a))[] == 3 && any(v -> v > 2, device([1, 3]))[] && all(v -> v > 2, device([1, 3]))[] == false
    @test count(v -> v > 1, device([1, 2, 3]))[] == 2
    low, high = extrema(device([3.0, -1.0]))
    @test low[] == -1 && high[] == 3
    @test Array(onecold(device([1.0 9; 7 2; 7 3]))) == [2, 1] && Array(onecold(device([1.0 9; 7 2]); dims = 2)) == [2, 1]
    @test var(device([1.0, 2, 4]))[] ≈ var([1, 2, 4]) && std(device([1.0, 2, 4]))[] ≈ std([1, 2, 4])
    b = simple(Float64, 3, 4)
    @test Array(var(device(b); dims = 2)) ≈ var(b; dims = 2)
    @test Array(cumsum(device(b); dims = 2)) ≈ cumsum(b; dims = 2) && Array(cumsum(device([1, 2, 3]))) == [1, 3, 6]
    @test Array(cumprod(device([1, 2, 3]))) == [1, 2, 6]
end
@testset "equality" begin
    a = simple(Float32, 2, 3)
    @test device(a) == device(a) && device(a) == a && a == device(a) && !(device(a) == device(a .+ 1))
    @test device(a) ≈ device(a .+ 1f-9) && isequal(device([NaN]), device([NaN])) && device(a) != device(a[:, 1:2])
    @test hash(device(a)) == hash(a)
end
