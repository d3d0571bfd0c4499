# J16, J17
a = whole(Float64, 4, 3, 2)
x = device(a)
@testset "x[$(join(i, ", "))]" for i in ((:, 2, 1), (2:3, :, 1), (1, :, :), (:, 1:2:3, 2), (4:-1:1, :, :), ([1, 3, 1], :, 2), (:, [3, 1], [2, 2]),
                                         (2, [1, 2], 1), (5:9,), (:,), ([24, 1],), (1:0, :, 1), (:, :, :), (1:4, 2:2, 1:1),
                                         ([true, false, true, true], :, 1), (CartesianIndex(2, 1), :))
    @test Array(x[i...]) == a[i...] && size(x[i...]) == size(a[i...])
end
@testset "single elements" begin
    error = refusal(() -> x[1, 2, 1])
    @test error.code == Lazuli.Raw.LZ_FAILED_PRECONDITION && occursin("@allowscalar", error.message)
    @test @allowscalar(x[1, 2, 1]) == a[1, 2, 1] && (@allowscalar x[5]) == a[5]
    @test refusal(() -> x[1]).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    @test Lazuli.element(x, 4, 3, 2)[] == a[4, 3, 2] && Lazuli.element(x, 7)[] == a[7]
    @test_throws BoundsError x[5:6, :, :]
    @test_throws BoundsError @allowscalar x[9, 1, 1]
    Lazuli.allowscalar()
    @test x[2, 2, 2] == a[2, 2, 2] && sum(v for v in device([1.0, 2.0])) == 3
    Lazuli.allowscalar(false)
end
@testset "indices that the program computes" begin
    i, places = device(2), device([3, 1])
    @test x[i, 1, 2][] == a[2, 1, 2] && Array(x[:, i, 1]) == a[:, 2, 1] && Array(x[i, 2:3, :]) == a[2, 2:3, :]
    @test Array(x[places, :, 1]) == a[[3, 1], :, 1] && Array(x[1, places, i]) == a[1, [3, 1], 2]
    @test Array(Lazuli.take(x, device([1 3; 2 1]), 2)) == a[:, [1 3; 2 1], :]
    # Beyond the ends: the nearest.
    @test device([10, 20, 30])[device(9)][] == 30
end
@testset "setindex" begin
    for (i, v) in (((2, 3, 1), 50), ((:, 1, 2), 1:4), ((1:2, 2:3, 1), [1 2; 3 4]), ((1:2:3, :, 1), 7), (([4, 1], 2, 2), [5, 6]),
                   ((3,), 9), ((4:-1:3, 1, 1), [1, 2]), ((:,), 1:24))
        b = copy(a)
        view(b, i...) .= v isa Number ? v : reshape(collect(v), size(view(b, i...)))
        @test Array(Lazuli.setindex(x, v, i...)) == b
        @test Array(x) == a
        y = copy(x)
        y[i...] = v
        @test Array(y) == b
    end
    b = copy(a); b[2, :, 1] .= [7, 8, 9]
    @test Array(Lazuli.setindex(x, [7, 8, 9], device(2), :, 1)) == b
    @test occursin("does not fit", refusal(() -> Lazuli.setindex(x, [1, 2], :, 1, 1)).message)
    @test Array(Lazuli.scatter(device(zeros(4)), device([2, 4, 2]), device([1.0, 2, 3]))) == [0, 4, 0, 2]
end
@testset "views" begin
    y = copy(x)
    v = view(y, 2:3, :, 1)
    @test Array(v) == a[2:3, :, 1] && Array(LazuliArray(v)) == a[2:3, :, 1] && sum(v)[] == sum(a[2:3, :, 1])
    v .= 0
    @test Array(y)[2:3, :, 1] == zeros(2, 3) && Array(y)[1, :, :] == a[1, :, :]
    v .+= [1, 2]
    @test Array(y)[3, :, 1] == [2, 2, 2]
    y .= 5
    @test Array(v) == fill(5, 2, 3)
    @views y[:, :, 2] .= y[:, :, 1] .+ 1
    @test Array(y)[:, :, 2] == fill(6, 4, 3)
    @test Array(view(y, 1, 1, 1)) == fill(5.0)
end
@testset "one-hot" begin
    @test Array(Lazuli.onehot(device([2, 0, 1]), 0:2)) == Float32[0 1 0; 0 0 1; 1 0 0]
    @test eltype(Lazuli.onehot(device([1]), 1:2; eltype = Float64)) === Float64
    @test Array(Lazuli.onehot(device([-1, 3]), -1:0)) == Float32[1 0; 0 0]
    @test size(Lazuli.onehot(device(Int[]), 0:2)) == (3, 0)
    labels, before = device([1, 0]), Lazuli.counter(:ops_recorded)
    Lazuli.onehot(labels, 0:2)
    @test Lazuli.counter(:ops_recorded) == before + 4       # numbers, labels, are they equal, as floats
end
