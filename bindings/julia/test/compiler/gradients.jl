square_loss(p, x, y) = sum(abs2, p.w * x .+ p.b .- y) / length(y)
function descend(p, x, y, rate, steps)
    loss = 0f0
    for _ in 1:steps
        loss, (g, _, _) = Lazuli.withgradient(square_loss, p, x, y)
        p = (w = p.w .- rate .* g.w, b = p.b .- rate .* g.b)
    end
    p, loss
end
branching(x) = sum(x) > 0 ? sum(abs2, x) : sum(x)
function looping(x, n)
    y = x
    for i in 1:n
        y = y .* 0.9f0
    end
    sum(abs2, y)
end

"Computes the same as `descend` in Julia, with gradients written by hand."
function descend_host(p, x, y, rate, steps)
    loss = 0f0
    for _ in 1:steps
        off = p.w * x .+ p.b .- y
        loss = sum(abs2, off) / length(y)
        slope = 2 .* off ./ length(y)
        p = (w = p.w .- rate .* (slope * x'), b = p.b .- rate .* sum(slope; dims = 2))
    end
    p, loss
end

@testset "gradients" begin
    x, y = Float32[1 2 3; 0 1 -1], Float32[1 0 2; 3 1 1]
    p = (w = Float32[0.5 0; 1 -1], b = zeros(Float32, 2, 1))
    for steps in (1, 3, 30)
        expected = descend_host(p, x, y, 0.1f0, steps)
        @test is_close(to_host(@lazuli descend(to_device(p), LazuliArray(x), LazuliArray(y), 0.1f0, steps)), expected)
    end
    g(x) = only(Lazuli.gradient(branching, x))
    @test Array(@lazuli g(LazuliArray(x))) ≈ 2x
    @test Array(@lazuli g(LazuliArray(-y))) ≈ ones(Float32, 2, 3)
    @test Array(@lazuli (x -> only(Lazuli.gradient(z -> looping(z, 40), x)))(LazuliArray(x))) ≈ 2 * 0.9f0^80 .* x rtol = 1e-3
end
