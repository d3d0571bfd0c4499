calls = Ref(0)
Lazuli.register_host_call("times_place") do y, x
    calls[] += 1
    y .= x .* (1:length(x))
end
Lazuli.register_host_call((y, x) -> error("no such luck"), "fails")
T = Lazuli.ArrayType
@testset "in the middle of a program" begin
    x = device(Float32[1, 2, 3])
    y, = Lazuli.host_call("times_place", T(Float32, 3); operands = (x .+ 1,))
    @test Array(y .* 2) == [4, 12, 24] && calls[] == 1
    z = Lazuli.host_call("times_place", T(Float32, 3); operands = (x,))[1]
    wait(z)
    @test Array(z) == [1, 4, 9]
end
@testset "its exception is the error of the results" begin
    y, = Lazuli.host_call("fails", T(Float32, 3); operands = (device(Float32[1, 2, 3]),))
    error = refusal(() -> Array(y .+ 1))
    @test occursin("no such luck", error.message) && error.op == "custom_call"
    @test refusal(() -> Lazuli.host_call("unknown", T(Float32, 1))).code == Lazuli.Raw.LZ_NOT_FOUND
end
const batches, told = Ref(0), Float32[]
Lazuli.register_host_call((batch, w) -> batch .= (batches[] += 1), "test_infeed"; effects = true)
Lazuli.register_host_call("test_outfeed"; effects = true) do count, before, loss
    push!(told, loss[])
    count .= before .+ 1
end
function fed_epoch(w, count, steps)
    for _ in 1:steps
        batch, = Lazuli.host_call("test_infeed", Lazuli.ArrayType(Float32, 2); operands = (Lazuli.stop_gradient(w),))
        loss, (slope,) = Lazuli.withgradient(w -> sum(abs2, w .- batch), w)
        w = w .- 0.25f0 .* slope
        count, = Lazuli.host_call("test_outfeed", Lazuli.ArrayType(Int); operands = (count, loss))
    end
    w, count
end
@testset "a program is fed, and tells, in the order of its steps: $steps" for steps in (1, 3, 40)
    expected, w = Float32[], zeros(Float32, 2)              # 40 steps are a loop of the program
    for i in 1:steps
        push!(expected, sum(abs2, w .- i))
        w = w .- 0.5f0 .* (w .- i)
    end
    batches[] = 0
    empty!(told)
    got, count = @lazuli fed_epoch(LazuliArray(zeros(Float32, 2)), LazuliArray(0), steps)
    @test Array(got) ≈ w && count[] == batches[] == steps && told ≈ expected
end
