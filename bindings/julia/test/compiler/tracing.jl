function two_layers(model, x; scale = 1f0)
    h = tanh.(model.w1 * x .+ model.b1)
    scale .* (model.w2 * h)
end
function repeated_step(w, x, rate, steps)
    for _ in 1:steps
        slope, = Lazuli.gradient(w -> sum(abs2, w * x .- 1), w)
        w = w .- rate .* slope
    end
    w, sum(w)
end
by_size(x) = size(x, 1) > 2 ? x .+ 1 : x .- 1
by_value(x) = sum(x) > 0 ? x : -x
reads(x) = sum(x)[] > 0 ? x : -x
struct Rate
    value::Float32
end
(r::Rate)(x) = r.value .* x
traced_redefined(x) = x .+ 1
no_product(w) = w * w

@testset "tracing" begin
    model = (w1 = LazuliArray(Float32[1 2; 3 4; 5 6] ./ 10), b1 = LazuliArray(Float32[0, 1, 0]), w2 = LazuliArray(Float32[1 2 3]))
    x, y = LazuliArray(Float32[1 2; 3 4]), LazuliArray(Float32[1, 2, 3])
    expected = Array(two_layers(model, x; scale = 2f0))
    start = Compiler.compilations[]
    times_traced() = Compiler.compilations[] - start
    @test Array(@lazuli tracing = true two_layers(model, x; scale = 2f0)) ≈ expected
    @test Array(@lazuli tracing = true two_layers(model, Array(x); scale = 4f0)) ≈ 2 .* expected
    @test times_traced() == 1                                   # floats are inputs, even as keywords
    @test size(@lazuli tracing = true two_layers(model, LazuliArray(ones(Float32, 2, 3)))) == (1, 3)
    @test times_traced() == 2                                   # a size is part of the program

    w = LazuliArray(Float32[1 2])
    step = @compile tracing = true repeated_step(w, x, 0.01f0, 20)
    got, want = step(w, x, 0.02f0, 20), repeated_step(w, x, 0.02f0, 20)
    @test Array(got[1]) ≈ Array(want[1]) && got[2][] ≈ want[2][]
    before = Lazuli.counter(:compiles)
    foreach(i -> step(w, x, Float32(i) / 100, 20), 1:3)
    @test Lazuli.counter(:compiles) == before
    @test_throws LazuliError step(w, x, 0.01f0, 21)
    @test Array((@lazuli repeated_step(w, x, 0.02f0, 20))[1]) ≈ Array(got[1]) # the same result from typed IR
    scale = 3f0
    @test Array(@lazuli tracing = true (v -> v .* scale)(y)) == [3, 6, 9]

    # A branch on a shape is decided when the call is traced.
    @test Array(@lazuli tracing = true by_size(y)) == [2, 3, 4]
    @test Array(@lazuli tracing = true by_size(y[1:2])) == [0, 1]
    for f in (by_value, reads)
        error = try
            @lazuli tracing = true f(y)
        catch error
            error
        end
        @test error isa CannotCompile
        text = sprint(showerror, error)
        @test occursin("tracing.jl:", text) && occursin("known only when the program runs", text) && occursin("Lazuli.select", text)
    end
    @test_throws CannotCompile @lazuli tracing = true Rate(2f0)(y)
    @test occursin("do not multiply", sprint(showerror, @test_throws(LazuliError, @lazuli tracing = true no_product(w)).value))

    @test Array(@lazuli tracing = true traced_redefined(y)) == [2, 3, 4]
    @eval traced_redefined(x) = x .+ 2
    @test Base.invokelatest(() -> Array(@lazuli tracing = true traced_redefined(y))) == [3, 4, 5]

    @test ops(String(@code_hlo tracing = true by_size(y)))["add"] == 1
    @test ops(String(@code_hlo by_size(y))) == ops(String(@code_hlo tracing = true by_size(y)))
    @test_throws CannotCompile @code_typed_xla tracing = true by_size(y)
    @test Compiler.default_tracing == (VERSION < v"1.5" || VERSION >= v"1.6")
end
