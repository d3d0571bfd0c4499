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
