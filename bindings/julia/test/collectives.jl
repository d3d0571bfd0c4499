# Collectives on one array per device, in a context with several devices.
context = Lazuli.Context(; host_devices = 3)
devices = [Lazuli.device(i; context = context) for i in 1:3]
on(i, values) = LazuliArray(values; device = devices[i])
xs = [on(i, Float32[i, 2i, 3i]) for i in 1:3]
is_on(x, i) = Lazuli.is_same(Lazuli.device(x), devices[i])

@testset "all_reduce" begin
    for (f, scale) in ((+, 1), (+, 0.5), (*, 1), (min, 2), (max, 1))
        combined = Lazuli.all_reduce(f, xs; scale = scale)
        expected = reduce((a, b) -> f.(a, b), [Float32[i, 2i, 3i] for i in 1:3]) .* scale
        for i in 1:3
            @test Lazuli.is_pending(combined[i]) && Array(combined[i]) == expected && is_on(combined[i], i)
        end
    end
    alone = Lazuli.all_reduce(max, xs[2:2])
    @test Array(only(alone)) == [2, 4, 6] && is_on(only(alone), 2)
    order = Lazuli.all_reduce(+, [on(1, 1f8), on(2, 1f0), on(3, -1f8)])
    @test [x[] for x in order] == [0, 0, 0]                 # added in the order of the devices
    @test Array(Lazuli.all_reduce(+, [on(1, zeros(0, 2)), on(2, zeros(0, 2))])[1]) == zeros(0, 2)
end
@testset "cross_replica_sum" begin
    @test map(Array, Lazuli.cross_replica_sum(xs)) == fill([6, 12, 18], 3)
    sums = Lazuli.cross_replica_sum(xs; groups = ([1, 3], [2]))
    @test map(Array, sums) == [[4, 8, 12], [2, 4, 6], [4, 8, 12]]
    @test eltype(sums) == LazuliVector{Float32}
    @test occursin("one group", refusal(() -> Lazuli.cross_replica_sum(xs; groups = ([1, 2], [2]))).message)
end
@testset "steps on several devices" begin
    w, targets = [on(i, Float32[0, 0]) for i in 1:2], [on(i, Float32[i, 2i]) for i in 1:2]
    for _ in 1:60
        slopes = [only(Lazuli.gradient(w -> sum(abs2, w .- targets[i]), w[i])) for i in 1:2]
        means = Lazuli.all_reduce(+, slopes; scale = 1 / 2)
        w = [w[i] .- 0.1f0 .* means[i] for i in 1:2]
        Lazuli.barrier(; context = context)
    end
    @test Array(w[1]) == Array(w[2]) ≈ [1.5, 3]
end
@testset "a device is one object, and bodies are recorded once for it" begin
    Lazuli.with_device(devices[2]) do
        x = LazuliArray(Float32[1, 2])
        @test Lazuli.device_of(x) === devices[2] && !(Lazuli.device_of(xs[1]) === devices[2])
        @test Lazuli.body(+, x, Tuple{Float32,Float32}) === Lazuli.body(+, x, Tuple{Float32,Float32})
        @test sum(x)[] == 3 && sum(xs[1])[] == 6 && is_on(sum(x .* 2), 2) && is_on(sum(xs[1] .* 2), 1)
        GC.gc()
        before = Lazuli.live_handles()
        foreach(_ -> close(sum(x)), 1:10)
        @test Lazuli.live_handles() <= before + 10          # at most the initial values of the sums remain
    end
    @test sum(LazuliArray(Float32[1, 2]))[] == 3
end
@testset "refusals" begin
    @test occursin("devices", refusal(() -> xs[1] .+ xs[2]).message)
    @test occursin("take one of +", refusal(() -> Lazuli.all_reduce(-, xs)).message)
    error = refusal(() -> Lazuli.all_reduce(+, [xs[1], on(2, 1f0)]))
    @test error.code == Lazuli.Raw.LZ_INVALID_ARGUMENT && occursin("collectives.jl", error.location)
    @test occursin("context", refusal(() -> Lazuli.all_reduce(+, [xs[1], LazuliArray(Float32[1, 2, 3])])).message)
    @test occursin("scale", refusal(() -> Lazuli.all_reduce(+, [on(1, 1), on(2, 2)]; scale = 0.5)).message)
    @test refusal(() -> Lazuli.all_reduce(+, LazuliVector{Float32}[])).code == Lazuli.Raw.LZ_INVALID_ARGUMENT
end
Lazuli.shutdown(context)
