# Rows J05 and J32 of the table in docs/languages/julia.md.
struct Pair2{A,B}
    a::A
    b::B
end
@testset "map, flatten, to the device and back" begin
    host = (Pair2(Float32[1, 2], "name"), [(w = [3.0],)], Dict(:k => [4]), 5, nothing, tanh)
    x = Lazuli.to_device(host)
    @test x[1].a isa LazuliArray{Float32,1} && x[1].b == "name" && x[2][1].w isa LazuliArray && x[4] == 5 && x[6] === tanh
    @test length(Lazuli.arrays_of(x)) == 3
    back = Lazuli.to_host(x)
    @test back[1].a == Float32[1, 2] && back[2][1].w == [3.0] && back[3][:k] == [4] && back[1] isa Pair2{Vector{Float32},String}
    y = Lazuli.map_arrays((p, q) -> p .+ q, x, x)
    @test Array(y[1].a) == [2, 4] && Array(y[3][:k]) == [8] && y[5] === nothing
    empty = Pair2(1, tanh)
    @test Lazuli.map_arrays(identity, empty) === empty
end
