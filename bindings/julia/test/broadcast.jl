# Row J14 of the table in docs/languages/julia.md: a broadcast computes the same values as Julia, in
# the same types.
same(a::LazuliArray, b::AbstractArray) = eltype(a) === eltype(b) && size(a) == size(b) && Array(a) ≈ b

@testset "sizes" begin
    a, b, c = simple(Float32, 3, 2), simple(Float32, 3), simple(Float32, 1, 2)
    x, y, z = device.((a, b, c))
    @test same(x .+ y, a .+ b) && same(x .* z, a .* c) && same(y .- z, b .- c)
    @test same(x .+ y .* z, a .+ b .* c) && same(x .+ 1, a .+ 1) && same(2 .* x, 2 .* a)
    @test same(device(zeros(0, 3)) .+ 1, zeros(0, 3) .+ 1)
    @test same(x .+ device(2.0f0), a .+ 2.0f0) && same(x .+ Ref(2), a .+ 2)
    @test same(x .+ b, a .+ b) && same(x .+ (1:3), a .+ (1:3)) && same(x .+ (1, 2, 3), a .+ (1, 2, 3))
    @test same(x' .+ z', a' .+ c') && same(transpose(x) .* 2, transpose(a) .* 2)
    @test same(PermutedDimsArray(x, (2, 1)) .+ 1, PermutedDimsArray(a, (2, 1)) .+ 1)
    @test same(view(x, 2:3, :) .+ 1, view(a, 2:3, :) .+ 1)
    message = refusal(() -> x .+ device(simple(Float32, 2, 2))).message
    @test occursin("(3, 2)", message) && occursin("(2, 2)", message)
end
@testset "types" begin
    for S in (Bool, Int8, Int32, Int64, UInt8, Float16, Float32, Float64), T in (Bool, Int16, Int64, UInt8, Float32, Float64)
        a, b = S[1, 0, 1], T[1, 1, 0]
        @test same(device(a) .+ device(b), a .+ b)
        @test same(device(a) .* device(b), a .* b)
        @test same(device(a) .< device(b), Array{Bool}(a .< b))
    end
    f = Float32[1, 2]
    @test eltype(device(f) .* 2) === Float32 && eltype(device(f) .* 2.0) === Float64 && eltype(device(f) .+ π) === Float32
    @test eltype(device([1, 2]) ./ 2) === Float64 && eltype(device(Int8[1]) .+ Int8(1)) === Int8
    @test same(Int.(device(f)), Int.(f)) && same(Float64.(device(f)), Float64.(f)) && same(float.(device([1])), float.([1]))
    @test same(round.(Int, device([1.4, 2.6])), [1, 3]) && same(trunc.(Int, device([-1.6, 2.6])), [-1, 2])
    @test same(Complex{Float32}.(device(f)), Complex{Float32}.(f))
end
@testset "functions of the program" begin
    a = simple(Float64, 4, 3)
    x = device(a)
    f(x) = 3x^3 - 2x^2 + abs(x) / 2
    @test same(f.(x), f.(a))
    offset = 0.25
    @test same((v -> exp(v) * offset).(x), (v -> exp(v) * offset).(a))
    @test same(((p, q) -> p > q ? p : q).(1, 2) .+ x, 2 .+ a)
    @test same(ifelse.(x .> 0, x, -x), ifelse.(a .> 0, a, -a))
    @test same((v -> Lazuli.select(v > 0, v, 0.0)).(x), max.(a, 0))
    s = sum(x)
    @test same((v -> v / s).(x), a ./ sum(a))
    @test same(map(f, x), map(f, a))
    @test same((v -> 1.0).(x), ones(4, 3)) && same(identity.(x), a)
    @test (identity.(x)).handle !== x.handle
    @test occursin("one number", refusal(() -> (v -> (v, v)).(x)).message)
    @test same((v -> v > 0 ? v : -2v).(x), (v -> v > 0 ? v : -2v).(a))
    @test same(muladd.(x, 2, x), muladd.(a, 2, a)) && same(clamp.(x, -0.5, 0.5), clamp.(a, -0.5, 0.5))
end
@testset "one program, few ops" begin
    x = device(simple(Float32, 8))
    y = 2 .* tanh.(x .+ 1) .- x
    before = Lazuli.counter(:executions)
    Array(y)
    @test Lazuli.counter(:executions) == before + 1
    # The intermediate values of a broadcast have no handles afterwards.
    GC.gc()
    handles = Lazuli.live_handles()
    z = 2 .* tanh.(x .+ 1) .- x
    w = (v -> v * v + exp(v) * 3).(x)
    @test Lazuli.live_handles() == handles + 2
end
