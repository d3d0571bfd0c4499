# Row J31 of the table in docs/languages/julia.md: compares gradients with difference quotients of
# the same functions on the host.
function slope(f, a::Array{Float64}; h = 1e-5)
    map(CartesianIndices(a)) do i
        up, down = copy(a), copy(a)
        up[i] += h
        down[i] -= h
        (f(up) - f(down)) / 2h
    end
end
a, w = simple(Float64, 3, 4) .+ 0.3, simple(Float64, 2, 3) .+ 0.1
cases = [
    ("sum", x -> sum(x)), ("mean", x -> mean(x)), ("dims", x -> sum(abs2, sum(x; dims = 1))),
    ("broadcast", x -> sum(x .* x[:, 1:1] .+ 2)), ("scalars", x -> sum(x)^2 / 3), ("maximum", x -> maximum(x .* 2)),
    ("functions", x -> sum(tanh.(x) .+ exp.(x) .* sin.(x))), ("closure", x -> sum((v -> v^3 - 2v).(x))),
    ("getindex", x -> sum(abs2, x[2:3, [1, 3]])), ("repeat", x -> sum(abs2, repeat(x, 2, 1))),
    ("permutedims", x -> sum(permutedims(x)[:, 1] .^ 2)), ("reshape", x -> sum(reshape(x, 2, 6)[1, :] .^ 2)),
    ("cat", x -> sum(abs2, [x; 2 .* x])), ("norm", x -> norm(x)), ("softmax", x -> sum(softmax(x) .^ 2)),
    ("logsoftmax", x -> sum(logsoftmax(x)[1:1, :])), ("select", x -> sum(ifelse.(x .> 0, x .^ 2, -x))),
    ("product", x -> sum(abs2, (x isa Array ? w : device(w)) * x)), ("adjoint", x -> sum(abs2, x' * x)),
    ("setindex", x -> sum(abs2, x isa Array ? setrow(x) : Lazuli.setindex(x, 0.0, 1, :)))]
setrow(x) = (y = copy(x); y[1, :] .= 0; y)
Lazuli.softmax(x::Array; dims = 1) = exp.(x .- maximum(x; dims = dims)) ./ sum(exp.(x .- maximum(x; dims = dims)); dims = dims)
Lazuli.logsoftmax(x::Array; dims = 1) = log.(softmax(x; dims = dims))
@testset "$name" for (name, f) in cases
    g, = Lazuli.gradient(f, device(a))
    @test size(g) == size(a) && isapprox(Array(g), slope(f, a); rtol = 1e-5, atol = 1e-7)
end
struct Layer{W,F}
    weight::W
    act::F
end
@testset "structures" begin
    layer, x = Layer(device(w), tanh), device(a)
    f(l, x) = sum(l.act.(l.weight * x))
    value, (dl, dx) = Lazuli.withgradient(f, layer, x)
    @test dl isa Layer && dl.act === tanh && size(dl.weight) == size(w) && size(dx) == size(a)
    @test Array(dl.weight) ≈ slope(v -> sum(tanh.(v * a)), w) rtol = 1e-5
    @test value[] ≈ sum(tanh.(w * a))
    (pair,) = Lazuli.gradient(p -> sum(p.first .* p.second), (first = device([1.0]), second = device([3.0])))
    @test pair.first isa LazuliArray && Array(pair.first) == [3] && Array(pair.second) == [1]
    n, = Lazuli.gradient((t) -> sum(t[1] .* t[2]), (device([2.0]), device([1])))
    @test Array(n[1]) == [1] && eltype(n[2]) === Int
end
@testset "cotangents, constants, twice" begin
    x = device([1.0, 2.0])
    @test Array(Lazuli.gradient(v -> v .^ 2, x; cotangent = device([1.0, 10.0]))[1]) == [2, 40]
    @test Array(Lazuli.gradient(v -> sum(v .* Lazuli.stop_gradient(v)), x)[1]) == [1, 2]
    twice, = Lazuli.gradient(v -> sum(Lazuli.gradient(u -> sum(u .^ 3), v)[1]), x)
    @test Array(twice) == [6, 12]
    unused, = Lazuli.gradient((u, v) -> sum(v), x, device([3.0, 4.0]))
    @test Array(unused) == [0, 0]
    value, _ = Lazuli.withgradient(v -> (sum(v), v .+ 1), x)
    @test value[1][] == 3 && Array(value[2]) == [2, 3]
end
@testset "refused" begin
    x = device([1.0, 2.0])
    @test occursin("cotangent", refusal(() -> Lazuli.gradient(v -> v .^ 2, x)).message)
    @test occursin("Float64", refusal(() -> Lazuli.gradient(v -> 1.0, x)).message)
    y = x .* 2
    Lazuli.barrier()
    @test refusal(() -> Lazuli.gradients(sum(y), [x])).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
end
