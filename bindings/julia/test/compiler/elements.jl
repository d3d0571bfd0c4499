# Functions of numbers that branch, applied to all elements of an array.
leaky(x) = x > 0 ? x : x / 10
function steps(x)
    x < -1 && return -one(x)
    x > 1 && return one(x)
    x == 0 ? x : x * x
end
typed(x::Float32) = x + 1f0
between(x, low, high) = low <= x <= high
larger(a, b) = a > b ? a : b

@testset "elements" begin
    x = Float32[-2, -0.5, 0, 0.5, 3]
    @test Array(leaky.(LazuliArray(x))) ≈ leaky.(x)
    @test agrees(x -> leaky.(x), x)
    @test agrees(x -> map(steps, x), x)
    @test agrees(x -> steps.(x) .+ leaky.(x .* 2), x)
    @test agrees(x -> typed.(x), x)
    @test agrees(x -> between.(x, -1, 1), x)
    @test agrees(x -> reduce(larger, x; init = -10f0), x)
    @test agrees(x -> (s = sum(x); (y -> y > s ? y - s : s).(x)), x)
    @test agrees(x -> sort(x; lt = (a, b) -> abs(a) < abs(b)), x)
    @test agrees(x -> sum(y -> y > 0 ? y : zero(y), x), x)
end
