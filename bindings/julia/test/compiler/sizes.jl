# Sizes are not in the types of arrays. They are fields of arrays, and constants of a compiled
# program.
halves(x::LazuliMatrix) = size(x, 1) % 2 == 0 ? x[1:end÷2, :] : x[:, 1:end÷2]
rank(::LazuliScalar) = 0
rank(::LazuliVector) = 1
rank(::LazuliMatrix) = 2

@testset "sizes" begin
    x, y = LazuliArray(rand(Float32, 4, 6)), LazuliArray(rand(Float32, 3, 6))
    @test typeof(x) === typeof(y) === LazuliArray{Float32,2}
    pending = x .+ 1
    @test size(pending) === (4, 6) && axes(pending, 2) === Base.OneTo(6) && Lazuli.is_pending(pending)
    @test (@inferred size(x)) == (4, 6) && Lazuli.ArrayType(x) === Lazuli.ArrayType(Float32, 4, 6)
    @test size(@lazuli halves(x)) == (2, 6) && size(@lazuli halves(y)) == (3, 3)
    for a in (x, y)
        counts = ops(String(@code_hlo halves(a)))
        # A branch that depends only on a size is not in the program.
        @test !haskey(counts, "if") && !haskey(counts, "case") && counts["slice"] == 1
    end
    @test occursin("LazuliArray{Float32,(2, 6),2}", String(@code_typed_xla halves(x)))
    f = @compile halves(x)
    @test_throws LazuliError f(y)                                # the program was compiled for another size
    @test map(rank, (sum(x), x[:, 1], x)) == (0, 1, 2)
end
