struct Layer{F,W,B}
    activation::F
    w::W
    b::B
end
(l::Layer)(x) = l.activation.(l.w * x .+ l.b)
struct Network{L}
    layers::L
end
(n::Network)(x) = foldl((y, l) -> l(y), n.layers; init = x)
struct Normalized{S}
    shift::S
    scale::Float32
end
(n::Normalized)(x) = (x .- n.shift) .* n.scale

keywords(x; scale = 2, shift = 1f0, dims = :) = sum(x .* scale .+ shift; dims = dims)
varargs(x, others...) = x .+ reduce(+, map(sum, others); init = 0f0)
optional(x, n = 2) = x .* n
statistics(x) = (mean = mean(x), range = (minimum(x), maximum(x)), n = length(x))
function accumulate_fields(x)
    state = (sum = 0f0, count = 0)
    while state.count < 3 && state.sum < 100
        state = (sum = state.sum + sum(x), count = state.count + 1)
    end
    state
end
function closure(x)
    s = sum(x)
    add(y) = y .+ s
    add(add(x))
end

relu_(x) = max(x, 0)

@testset "structures" begin
    x = Float32[1 2; -3 4; 0.5 -1]
    model(on) = Network((Layer(tanh, on(Float32[1 0 2; 0 1 -1]), on(Float32[0.5, -0.5])),
                         Layer(relu_, on(Float32[1 2; 3 4; 5 6]), on(Float32[1, 2, 3])), sum))
    @test is_close((@lazuli model(LazuliArray)(LazuliArray(x)))[], model(identity)(x))
    @test agrees(x -> keywords(x), x)
    @test agrees(x -> keywords(x; dims = 1), x)
    @test is_close(to_host(@lazuli keywords(LazuliArray(x); scale = 3, dims = 2)), keywords(x; scale = 3, dims = 2))
    @test is_close(to_host(@lazuli keywords(LazuliArray(x); shift = 0.25f0)), keywords(x; shift = 0.25f0))
    @test agrees(varargs, x, x, x .* 2)
    @test agrees(varargs, x)
    @test agrees(optional, x)
    @test agrees(optional, x, 5)
    @test agrees(statistics, x)
    @test agrees(accumulate_fields, x)
    @test agrees(closure, x)
    @test agrees((p, x) -> p.w .* x .+ p.b[1], (w = x, b = (1f0, 2f0)), x)
    @test agrees(v -> v[1] .+ v[2], [x, x .* 2])
    # A field that is declared with a number type can hold a number of the program.
    normalized = Normalized(LazuliArray(Float32[1]), 3f0)
    @test Array(@lazuli normalized(LazuliArray(x))) ≈ (x .- 1) .* 3
    offset = LazuliArray(Float32[10])
    @test Array(@lazuli (y -> y .+ offset)(LazuliArray(x))) == x .+ 10
    result = @lazuli (l -> Layer(l.activation, l.w .* 2, l.b))(Layer(tanh, LazuliArray(x), 1))
    @test result isa Layer && Array(result.w) == 2x && result.activation === tanh
end
