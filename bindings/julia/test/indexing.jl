# Rows J16 and J17 of the table in docs/languages/julia.md.
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
    # An index out of bounds gives the nearest element.
    @test device([10, 20, 30])[device(9)][] == 30
end
@testset "views that count through an array" begin
    y, b = copy(x), copy(a)
    y[5:9] .= 0; b[5:9] .= 0
    y[[24, 1]] .+= 3; b[[24, 1]] .+= 3
    view(y, 11) .= 100; b[11] = 100
    @test Array(y) == b && Array(view(y, 3:12)) == b[3:12] && Array(view(y, :)) == vec(b)
    @test Array(view(y, CartesianIndex(1, 2, 2))) == fill(b[1, 2, 2])
end
@testset "masks that were computed" begin
    flat, q = Float64[1, 5, 9, 2], device(Float64[1, 5, 9, 2])
    @test Array(q[q .> 2]) == [5, 9] && size(q[q .> 100]) == (0,)
    @test Array(x[x .> 5]) == a[a .> 5]                     # masks of all dimensions, of one, and of two
    rows, pairs = [true, false, true, true], a[:, :, 1] .> 4
    @test Array(x[device(rows), :, 1]) == a[rows, :, 1] && Array(x[2, :, device([false, true])]) == a[2, :, [false, true]]
    some = findall(pairs)                                   # Julia 1.5 takes no mask of two dimensions with other indices
    @test Array(x[device(pairs), 2]) == a[some, 2] && Array(x[pairs, :]) == a[some, :]
    @test Array(x[device(rows), device([2, 1]), 1]) == a[rows, [2, 1], 1]
    @test Array(Lazuli.gradient(x -> sum(x[x .> 2] .^ 2), q)[1]) == [0, 10, 18, 0]
    @test_throws BoundsError q[device([true, false, true])]
    @test_throws BoundsError x[device([true false]), 1]
    @test occursin("is not an index", refusal(() -> q[device(true)]).message)
    z = copy(q)
    z[z .> 2] .= 0
    @test Array(z) == [1, 0, 0, 2]
    z[z .== 0] = [7, 8]
    @test Array(z) == [1, 7, 8, 2] && Array(view(z, z .> 6)) == [7, 8]
    y, b = copy(x), copy(a)
    y[device(rows), :, 2] .= 1; b[rows, :, 2] .= 1
    y[device(pairs), 1] .+= 2; b[some, 1] .+= 2
    y[y .== 3] .= -1; b[b .== 3] .= -1
    @test Array(y) == b
    @test Array(Lazuli.setindex(q, [6, 7], q .> 2)) == [1, 6, 7, 2] && Array(q) == flat
end
@testset "writing where the program computes" begin
    z = device(Float64[1, 2, 3])
    z[device([3, 1])] = device(Float64[7, 8])
    @test Array(z) == [8, 2, 7]
    z[device([3, 1])] .+= 1
    @test Array(z) == [9, 2, 8]
    z[device([9, 2, 0])] .= 5                               # indices out of bounds are skipped
    @test Array(z) == [9, 5, 8]
    y, b = copy(x), copy(a)
    y[device([4, 1]), :, 2] = reshape(1:6, 2, 3); b[[4, 1], :, 2] = reshape(1:6, 2, 3)
    y[2, device([3, 1]), device(1)] = [50, 60]; b[2, [3, 1], 1] = [50, 60]
    y[device([5, 9])] = [70, 80]; b[[5, 9]] = [70, 80]
    y[device([2, 3]), device([1, 3]), 1:2] .= 0; b[[2, 3], [1, 3], 1:2] .= 0
    @test Array(y) == b
    y[device([5, 1]), 1, 1] = [1000, 7]; b[1, 1, 1] = 7     # row 5 of 4 is skipped
    @test Array(y) == b
end
@testset "op by op, what is beyond the ends throws" begin
    q, i = device([1, 2, 3]), device([9, 0])
    @test Array(q[i]) == [3, 1]
    Lazuli.op_by_op() do
        @test_throws BoundsError q[i]
        @test_throws BoundsError q[device(4)]
        @test_throws BoundsError x[1, i, :]
        @test_throws BoundsError Lazuli.take(x, device([1 9]), 2)
        @test_throws BoundsError Lazuli.setindex(q, [1, 2], i)
        @test Array(q[device([3, 1])]) == [3, 1] && q[device(2)][] == 2
    end
    @test Array(q[i]) == [3, 1]
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
    @test Lazuli.counter(:ops_recorded) == before + 4       # iota, broadcast of labels, compare, convert
end
