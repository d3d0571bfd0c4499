@testset "recorded functions" begin
    T = Lazuli.ArrayType
    f = Lazuli.record_function((x, y) -> x * y .+ 1, T(Float32, 2, 3), T(Float32, 3); name = "affine")
    @test f.parameters == [T(Float32, 2, 3), T(Float32, 3)] && f.results == [T(Float32, 2)]
    @test occursin("dot_general", Lazuli.code(f)) && occursin("affine", sprint(show, f))
    captured = device(Float32[1, 2])
    g = Lazuli.record_function(x -> (x .+ captured, x), T(Float32, 2))
    @test Lazuli.Raw.lz_function_num_captures(g) == 1 && length(g.results) == 2
    called, same = Lazuli.record_all("call", (device(Float32[10, 20]),), 2; functions = (g,))
    @test Array(called) == [11, 22] && Array(same) == [10, 20]
    h = Lazuli.scalar_function((a, b) -> a + 2b, Float64, Float64)
    @test Lazuli.record("reduce", (device([1.0, 1.0]), device(0.0)); functions = (h,), dimensions = (0,)) isa LazuliScalar
    # A loop that is recorded without the compiler.
    below = Lazuli.record_function((i, s) -> i < 5, T(Int), T(Int))
    add = Lazuli.record_function((i, s) -> (i + 1, s + i), T(Int), T(Int))
    i, s = Lazuli.record_all("while", (device(0), device(0)), 2; functions = (below, add))
    @test i[] == 5 && s[] == 10
    # A number in a function is a constant, not a capture.
    @test Lazuli.Raw.lz_function_num_captures(Lazuli.record_function(x -> x .* 3, T(Float64, 2))) == 0
end
@testset "outside of its function a placeholder is refused" begin
    kept = Ref{Any}()
    Lazuli.record_function(x -> (kept[] = x; x .+ 1), Lazuli.ArrayType(Float32, 2))
    @test refusal(() -> kept[] .+ 1).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    @test refusal(() -> Array(kept[])).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
end
