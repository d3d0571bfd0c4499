@testset "sizes of values and types (J06)" begin
    x = device(simple(Float32, 2, 3, 4))
    @test size(x) == (2, 3, 4) && size(x, 2) == 3 && length(x) == 24 && axes(x, 3) == 1:4
    @test ndims(x) == 3 && ndims(typeof(x)) == 3 && !isempty(x)
    @test isempty(device(zeros(Float32, 0, 3)))
    y = copy(x)
    y[1, 1, 1] = 100
    @test Array(x)[1, 1, 1] == simple(Float32, 2, 3, 4)[1, 1, 1] && Array(y)[1, 1, 1] == 100
    @test size(similar(x)) == (2, 3, 4) && similar(x, Int, (2,)) isa LazuliArray{Int,1}
end
@testset "from the host and back (J03, J04, J08)" begin
    host = simple(Float64, 3, 2)
    for made in (LazuliArray(host), LazuliArray(host'), LazuliArray(view(host, 1:2, :)), LazuliArray(3:7),
                 LazuliArray(0:2:8), LazuliArray(trues(3)), LazuliArray(reshape(1:6, 2, 3)))
        @test made isa LazuliArray
    end
    @test Array(LazuliArray(host')) == host' && Array(LazuliArray(view(host, 1:2, :))) == host[1:2, :]
    for part in (view(host, :, 2:2), view(host, :, 2), view(host, :, 1:0), view(vec(host), 2:5), view(host, 2:3, 2), view(host, 3:-1:1, :))
        @test Array(LazuliArray(part)) == part
    end
    @test Array(LazuliArray(3:7)) == 3:7 && Array(LazuliArray(8:-2:0)) == 8:-2:0
    @test Array(LazuliArray(0.5:0.5:2)) == 0.5:0.5:2
    @test LazuliArray(3.5f0)[] === 3.5f0 && LazuliArray(3.5f0) isa LazuliScalar{Float32}
    @test LazuliArray{Float32}(host) isa LazuliArray{Float32,2} && Array(LazuliArray{Float32}(host)) == Float32.(host)
    nested = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    @test Array(LazuliArray(nested)) == [1 4; 2 5; 3 6]
    @test occursin("one size", refusal(() -> LazuliArray([[1.0], [1.0, 2.0]])).message)
    x = LazuliArray(host)
    @test collect(x) == host && convert(Array, x) == host && Array{Float32}(x) == Float32.(host)
    @test copyto!(zeros(3, 2), x) == host && Matrix{Float32}(x) == Float32.(host)
    @test Float64(LazuliArray(2)) === 2.0 && Int(LazuliArray(2)) === 2
    @test Array(LazuliArray(zeros(0, 3))) == zeros(0, 3)
    @test convert(LazuliArray, host) isa LazuliArray
    @test Array(Lazuli.fill(2.5, 2, 2)) == fill(2.5, 2, 2) && Array(Lazuli.zeros(Int, 3)) == [0, 0, 0]
    @test Array(Lazuli.ones(Float32, 2)) == [1, 1] && Array(Lazuli.constant(host)) == host
end
@testset "column-major (J09)" begin
    host = whole(Int, 2, 3)
    x = device(host)
    @test Array(vec(x)) == vec(host) && Array(reshape(x, 3, 2)) == reshape(host, 3, 2)
    @test occursin("tensor<3x2", Lazuli.trace_text(x .+ 1))
end
@testset "closed" begin
    x = device([1.0, 2.0])
    y = x .+ 1
    close(x)
    close(x)
    @test Array(y) == [2, 3]
    @test refusal(() -> x .+ 1).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    @test occursin("closed", refusal(() -> Array(x)).message)
end
@testset "assignment in place" begin
    x = device(zeros(Float32, 2, 3))
    same = x
    x .= 1:2
    @test Array(same) == [1 1 1; 2 2 2]
    x .+= 0.5
    @test Array(same) == [1.5 1.5 1.5; 2.5 2.5 2.5] && eltype(x) === Float32
    x .= x .* x
    @test Array(x)[2, 1] == 6.25
    fill!(x, 3)
    @test Array(same) == fill(3, 2, 3)
    copyto!(x, ones(2, 3))
    @test Array(same) == ones(2, 3)
    x[:, 2] = [7, 8]
    x[1, 1] = 9
    @test Array(same) == [9 7 1; 1 8 1]
    s = device(1.0)
    s[] = 4
    @test s[] === 4.0
    @test occursin("does not fit", refusal(() -> x .= device(ones(5, 5))).message)
end
@testset "devices" begin
    context = Lazuli.Context(; host_devices = 2, threads = 2)
    @test Lazuli.num_devices(context) == 2
    second = Lazuli.device(2; context = context)
    x = Lazuli.with_device(() -> LazuliArray([1.0, 2.0]) .+ 1, second)
    @test occursin("1", sprint(show, Lazuli.device(x))) && Array(x) == [2, 3]
    y = Lazuli.copy_to(x, Lazuli.device())
    @test Array(y .* 2) == [4, 6]
    @test refusal(() -> x .+ device([1.0, 2.0])).code == Lazuli.Raw.LZ_INVALID_ARGUMENT
    @test sum(x)[] == 5
    @test occursin("strict", refusal(() -> Lazuli.Context(; numerics = :loose)).message)
end
