@testset "lazy until asked" begin
    x = device(simple(Float32, 4))
    before = Lazuli.counters()
    y = x .* 2 .+ 1
    @test Lazuli.is_pending(y) && Lazuli.counter(:executions) == before.executions
    @test Lazuli.counter(:ops_recorded) > before.ops_recorded
    Lazuli.barrier(; wait = true)
    @test !Lazuli.is_pending(y) && Array(y) == simple(Float32, 4) .* 2 .+ 1
    z = y .- 1
    w = y .+ 5
    Lazuli.evaluate((z = z,); wait = true)
    @test !Lazuli.is_pending(z) && Lazuli.is_pending(w)
    @test wait(w) === nothing && !Lazuli.is_pending(w)
    @test wait(w .+ 1) === nothing
end
@testset "wait lets other tasks run" begin
    ran = Ref(false)
    x = device(rand(300, 300))
    task = @async ran[] = true
    wait(x * x)
    wait(task)
    @test ran[]
end
@testset "scopes" begin
    x = device(simple(Float32, 4))
    GC.gc()
    handles = Lazuli.live_handles()
    kept, leak = Lazuli.scoped() do
        a = x .+ 1
        b = a .* 2
        (b .- 1, 3)
    end
    @test Lazuli.live_handles() == handles + 1 && Array(kept) == (simple(Float32, 4) .+ 1) .* 2 .- 1 && leak == 3
    # An array from outside of the scope keeps the value that is written to it in the scope.
    Lazuli.scoped(() -> (x .= x .+ 1; nothing))
    @test Array(x) == simple(Float32, 4) .+ 1
    @test_throws ErrorException Lazuli.scoped(() -> (x .+ 1; error("stop")))
    a, b = Lazuli.scoped(() -> (Lazuli.scoped(() -> x .+ 1), x .+ 2))
    @test Array(b .- a) == ones(4)
end
@testset "a loop compiles once" begin
    w, x = device(Float32[1, 2]), device(Float32[3, 4])
    for i in 1:3
        w = Lazuli.scoped(() -> w .- (0.1f0 * i) .* x)
        Lazuli.barrier()
    end
    Lazuli.guarded(; no = :compiles) do
        for i in 4:6
            w = Lazuli.scoped(() -> w .- (0.1f0 * i) .* x)
            Lazuli.barrier()
        end
    end
    @test Array(w) ≈ [1, 2] .- 0.1f0 * 21 .* [3, 4]
    @test occursin("guard", refusal(() -> Lazuli.guarded(() -> Lazuli.evaluate(cos.(w) .+ 17), no = :compiles)).message)
    @test refusal(() -> Lazuli.guarded(() -> Array(w .+ 1), no = :execution)).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    @test occursin("no guard", refusal(() -> Lazuli.guarded(() -> 1; no = :thing)).message)
end
@testset "memory" begin
    x = device(ones(1000, 1000))
    y = x .+ 1
    Lazuli.donate(x)
    Lazuli.barrier(; wait = true)
    @test refusal(() -> Array(x)).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    Lazuli.delete(y)
    @test refusal(() -> Array(y)).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    @test Lazuli.reclaim() isa Int
end
@testset "buckets" begin
    before = Lazuli.counter(:compiles)
    for n in (5, 6, 7, 8)
        x = Lazuli.bucket(device(ones(Float32, 3, n)), 8)
        @test Array(x .* 3 .+ 0.5f0) == fill(3.5, 3, n)
    end
    @test Lazuli.counter(:compiles) <= before + 1
end
@testset "reports" begin
    x = device([1.0, 2.0]) .+ 1
    @test occursin("add", Lazuli.trace_text(x)) && occursin("aten::add", Lazuli.trace_text(x; format = :lazy_tensor))
    @test startswith(Lazuli.trace_text(x; format = :dot), "digraph") && occursin("return", Lazuli.trace_text(x; format = :function_))
    @test occursin("recorded", Lazuli.report()) && Lazuli.explain_recompile() isa String
    @test occursin("no counter", refusal(() -> Lazuli.counter(:things)).message)
    @test Lazuli.op_by_op(() -> !Lazuli.is_pending(x .+ 2))
end
