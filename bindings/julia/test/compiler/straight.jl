# Functions whose programs have no control flow. Their branches and loops only depend on host
# values, and run while the functions are compiled.
affine(w, x, b) = w * x .+ b
norms(x) = (sum(abs2, x), maximum(x; dims = 1), mean(x; dims = 2))
scaled(x, a) = x .* a .+ sum(x) / length(x)
by_shape(x) = ndims(x) == 1 ? sum(x) : size(x, 1) > 2 ? sum(x; dims = 1) : x .* 2
powers(x, n::Int) = n == 0 ? one.(x) : x .* powers(x, n - 1)
flip(x) = permutedims(reshape(x, 2, :))
constant_result(x) = size(x, 1)

@testset "straight" begin
    x, w, b = Float32[1 2 3; 4 5 6], Float32[1 -1; 2 0.5; 0 3], Float32[1, 2, 3]
    @test agrees(affine, w, x, b)
    @test agrees(norms, x)
    @test agrees(scaled, x, 0.5f0)
    @test agrees(by_shape, x)
    @test agrees(by_shape, b)
    @test agrees(by_shape, w)
    @test agrees(powers, x, 3)
    @test agrees(powers, x, 0)
    @test agrees(flip, x)
    @test agrees(constant_result, x)
    @test agrees(x -> sum(x), zeros(Float32, 0))
    @test agrees(x -> x .+ 1, zeros(Float32, 0, 3))
    @test agrees(x -> x[2, 1] + x[1, 3], x)
    @test agrees(x -> x[:, 2], x)
    @test agrees((x, y) -> x .+ y', Float32[1, 2], Float32[3, 4, 5])
    @test agrees(x -> foldl(+, map(i -> x .* i, (1, 2, 3))), x)
    @test agrees(x -> reduce(vcat, [x, x .+ 1]), x)
    @test agrees((x, y) -> muladd(sum(x), y, 2f0), x, 3f0)
    @test agrees(x -> (x / sum(x)) * maximum(x), x)
    @test agrees(x -> clamp(sum(x), 0f0, 4f0)^2, x)
    @test agrees(x -> Float64(sum(x)) / 3, x)
    @test_throws LazuliError @lazuli affine(LazuliArray(x), LazuliArray(x), LazuliArray(b))
end
