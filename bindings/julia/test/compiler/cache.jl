const traced = Ref(0)
counted_trace(x, n = 1) = (traced[] += 1; x .* n)
redefined(x) = x .+ 1

@testset "cache" begin
    x = LazuliArray(Float32[1, 2])
    traced[] = 0
    for _ in 1:3
        @test Array(@lazuli counted_trace(x)) == [1, 2]
    end
    @test traced[] == 1
    @lazuli counted_trace(x, 2)                          # another integer is another program
    @test traced[] == 2
    @lazuli counted_trace(LazuliArray(Float32[1, 2, 3])) # and so is another size
    @test traced[] == 3
    @lazuli counted_trace(x, 2f0)
    @lazuli counted_trace(x, 3f0)                        # floats are inputs
    @test traced[] == 4
    @test Array(@lazuli counted_trace(x, 3f0)) == [3, 6]
    @lazuli counted_trace([1f0, 2f0], 3f0)               # so are Julia's arrays
    @test traced[] == 4

    @test Array(@lazuli redefined(x)) == [2, 3]
    @eval redefined(x) = x .+ 2
    @test Base.invokelatest(() -> Array(@lazuli redefined(x))) == [3, 4]

    f = @compile counted_trace(x, 5f0)
    @test Array(f(x, 7f0)) == [7, 14]
    @test Array(f(Float32[2, 2], 7f0)) == [14, 14]
    @test_throws LazuliError f(LazuliArray(Float32[1, 2, 3]), 7f0)
    @test_throws LazuliError f(x, 7)
    @test occursin("counted_trace", sprint(show, f))

    compiles() = Lazuli.counter(:compiles)
    before = compiles()
    foreach(i -> @lazuli(counted_trace(x, Float32(i))), 1:5)
    @test compiles() == before
end
