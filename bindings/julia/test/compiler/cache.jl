counted_trace(x, n = 1) = x .* n
redefined(x) = x .+ 1
helper(x) = x .+ 1
calls_helper(x) = helper(x)

struct Scaled{T}
    weight::T
    times::Any
end
(m::Scaled)(x) = m.weight .* x .* m.times
mutable struct Setting
    times::Int
end
@enum Season summer winter

@testset "cache" begin
    x = LazuliArray(Float32[1, 2])
    start = Compiler.compilations[]
    traced() = Compiler.compilations[] - start
    for _ in 1:3
        @test Array(@lazuli counted_trace(x)) == [1, 2]
    end
    @test traced() == 1
    @lazuli counted_trace(x, 2)                          # another integer needs another program
    @test traced() == 2
    @lazuli counted_trace(LazuliArray(Float32[1, 2, 3])) # another size, too
    @test traced() == 3
    @lazuli counted_trace(x, 2f0)
    @lazuli counted_trace(x, 3f0)                        # floats are inputs
    @test traced() == 4
    @test Array(@lazuli counted_trace(x, 3f0)) == [3, 6]
    @lazuli counted_trace([1f0, 2f0], 3f0)               # Julia arrays are inputs, too
    @test traced() == 4

    @test Array(@lazuli redefined(x)) == [2, 3]
    @eval redefined(x) = x .+ 2
    @test Base.invokelatest(() -> Array(@lazuli redefined(x))) == [3, 4]

    f = @compile counted_trace(x, 5f0)
    @test Array(f(x, 7f0)) == [7, 14]
    @test Array(f(Float32[2, 2], 7f0)) == [14, 14]
    @test_throws LazuliError f(LazuliArray(Float32[1, 2, 3]), 7f0)
    @test_throws LazuliError f(x, 7)
    @test occursin("counted_trace", sprint(show, f))

    compiles() = Lazuli.counter(:compiles)
    before = compiles()
    foreach(i -> @lazuli(counted_trace(x, Float32(i))), 1:5)
    @test compiles() == before
end

# A single call site that makes different calls.
same_place(f, arguments...; keywords...) = @lazuli f(arguments...; keywords...)

@testset "what a program is made for" begin
    x = LazuliArray(Int8[1, 2])
    product(x, n) = x .* n
    for n in (2, Int8(2), true, 2.0, 2f0, Int8(3), 2)
        got, expected = same_place(product, x, n), Int8[1, 2] .* n
        @test Array(got) == expected && eltype(got) == eltype(expected)
    end
    @test size(same_place(product, LazuliArray(ones(Int8, 2, 3)), 2)) == (2, 3)
    @test size(same_place(product, LazuliArray(ones(Int8, 3, 2)), 2)) == (3, 2)
    @test eltype(same_place(product, LazuliArray(Float32[1, 2]), 2)) == Float32

    chosen(x, c) = c in ('a', "a", :a, summer) ? x : -x
    for (c, sign) in (('a', 1), ('b', -1), ("a", 1), ("b", -1), (:a, 1), (:b, -1), (summer, 1), (winter, -1), (string('a'), 1))
        @test Array(same_place(chosen, x, c)) == sign * [1, 2]
    end
    first_number(x, pairs) = x .* pairs[1][1]
    @test Array(same_place(first_number, x, [(1, 2)])) == [1, 2]
    @test Array(same_place(first_number, x, [(3, 2)])) == [3, 6]
    @test Array(same_place(first_number, x, Any[(3, 2)])) == [3, 6]
    @test Array(same_place(first_number, x, Any[(4, 2)])) == [4, 8]
    @test Array(same_place((x, v) -> x .* length(v), x, [nothing, nothing])) == [2, 4]
    last_row(xs) = xs[end, 1]
    a, b, c, d = (LazuliArray([i]) for i in 1:4)
    @test Array(same_place(last_row, [a, b, c, d])) == [4]
    @test Array(same_place(last_row, reshape([a, b, c, d], 2, 2))) == [2]
    @test Array(same_place(last_row, reshape([a, b, c, d], 1, 4))) == [1]

    weights = LazuliArray(Int8[2, 3])
    @test Array(same_place(Scaled(weights, 1), x)) == [2, 6]
    @test Array(same_place(Scaled(weights, 2), x)) == [4, 12]      # a field of any type
    @test Array(same_place(Scaled(weights, 2f0), x)) == [4, 12]
    @test Array(same_place(Scaled(weights, weights), x)) == [4, 18]
    setting = Setting(2)
    times(x, s) = x .* s.times
    @test Array(same_place(times, x, setting)) == [2, 4]
    setting.times = 3
    @test Array(same_place(times, x, setting)) == [3, 6]
    closure(n, w) = v -> v .* n .+ w
    for (n, w) in ((2, x), (3, x), (3, weights), (3, 1f0), (3, 2f0))
        @test Array(same_place(closure(n, w), x)) == Int8[1, 2] .* n .+ (w isa Number ? w : Array(w))
    end
    named(x; n = 1, shift = x) = x .* n .+ shift
    @test Array(same_place(named, x)) == [2, 4]
    @test Array(same_place(named, x; n = 2)) == [3, 6]
    @test Array(same_place(named, x; n = 3, shift = weights)) == [5, 9]
    @test Array(same_place(named, x; shift = weights, n = 3)) == [5, 9]
    @test Array(same_place(named, x; shift = 1f0)) == [2, 3]
    shifted = let w = weights
        (v; shift) -> v .+ w .* shift
    end
    @test Array(same_place(shifted, x; shift = x)) == [3, 8]        # a captured array and a keyword are inputs

    table(x, d) = x .* d[:n]
    @test Array(same_place(table, x, Dict(:n => 2))) == [2, 4]
    @test Array(same_place(table, x, Dict(:n => 3))) == [3, 6]
    @test occursin("named tuple", refusal(table, x, Dict(:n => x)))
end

@testset "results" begin
    x = LazuliArray(Float32[1, 2])
    several(x) = (sum = sum(x), parts = (x .* 2, (3, "text")), list = [x, x .+ 1], scaled = Scaled(x, x))
    for _ in 1:2
        got = @lazuli several(x)
        @test got.sum[] == 3 && Array(got.parts[1]) == [2, 4] && got.parts[2] === (3, "text")
        @test map(Array, got.list) == [[1, 2], [2, 3]]
        @test Array(got.scaled.weight) == Array(got.scaled.times) == [1, 2]
    end
end

@testset "methods that change" begin
    x = LazuliArray(Float32[1, 2])
    call(x) = @lazuli calls_helper(x)
    @test Array(call(x)) == [2, 3]
    @eval helper(x) = x .+ 2
    @test Array(Base.invokelatest(call, x)) == [3, 4]
    @eval helper(x::LazuliVector) = x .+ 3               # this method is more specific
    @test Array(Base.invokelatest(call, x)) == [4, 5]
    @test Array(Base.invokelatest(call, x)) == [4, 5]
end
