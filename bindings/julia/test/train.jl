# Rows J32 and J33 of the table in docs/languages/julia.md.
struct Dense{W,B,F}
    weight::W
    bias::B
    act::F
end
(d::Dense)(x) = d.act.(d.weight * x .+ d.bias)
struct Chain{L<:Tuple}
    layers::L
end
(c::Chain)(x) = foldl((v, layer) -> layer(v), c.layers; init = x)

model = Chain((Dense(device(simple(Float32, 4, 2)), device(zeros(Float32, 4)), tanh),
               Dense(device(simple(Float32, 1, 4)), device(zeros(Float32, 1)), identity)))
x = device(simple(Float32, 2, 16))
y = device(sum(simple(Float32, 2, 16); dims = 1))
loss(m) = mse(m(x), y)
@testset "sgd goes down, and compiles once" begin
    m, first_loss = model, loss(model)[]
    for i in 1:60
        m = Lazuli.scoped(() -> sgd(m, Lazuli.gradient(loss, m)[1], 0.1))
        Lazuli.barrier()
        i == 3 && Lazuli.reset_counters()
    end
    @test loss(m)[] < first_loss / 10
    @test Lazuli.counter(:compiles) <= 2 # programs for reading the loss
    @test m.layers[1].act === tanh && m isa typeof(model)
end
@testset "one step of each, in numbers" begin
    w, g = device([1.0, 2.0]), device([0.5, -1.0])
    @test Array(sgd((w,), (g,), 0.1)[1]) ≈ [0.95, 2.1]
    m, v = momentum(w, g, momentum_state(w), 0.1)
    m, v = momentum(m, g, v, 0.1)
    @test Array(m) ≈ [1 - 0.05 - 0.095, 2 + 0.1 + 0.19]
    a, s = adam(w, g, AdamState(w), 0.001)
    @test Array(a) ≈ [0.999, 2.001] atol = 1e-6
    a, s = adam(a, g, s, 0.001)
    @test Array(a) ≈ [0.998, 2.002] atol = 1e-5
    d, _ = adam(w, g, AdamState(w), 0.001; decay = 0.1)
    @test Array(d) ≈ [0.999 - 0.0001, 2.001 - 0.0002] atol = 1e-6
end
@testset "adam goes down" begin
    m, state = model, AdamState(model)
    before = loss(m)[]
    for i in 1:80
        m, state = Lazuli.scoped(() -> adam(m, Lazuli.gradient(loss, m)[1], state, 0.02))
        Lazuli.barrier()
    end
    @test loss(m)[] < before / 10
end
