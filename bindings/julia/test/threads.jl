# Four tasks at once, on as many threads as Julia has.
@testset "tasks" begin
    results = Vector{Any}(undef, 4)
    Threads.@threads for t in 1:4
        x = LazuliArray(fill(Float32(t), 100))
        for i in 1:50
            x = x .* 1.0f0 .+ 1
        end
        results[t] = Array(x)
    end
    @test all(t -> results[t] == fill(Float32(t + 50), 100), 1:4)
    tasks = [@async Lazuli.scoped(() -> begin
                 x = LazuliArray([Float64(t)])
                 yield()
                 sum(x .+ 1)
             end) for t in 1:4]
    @test [fetch(t)[] for t in tasks] == [2, 3, 4, 5]
end
