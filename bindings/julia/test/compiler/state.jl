# Functions that change their arguments, and functions that read values besides their arguments.
mutable struct Model
    w::LazuliVector{Float64}
    rng::Lazuli.RNG
end
noise(w, rng) = w .+ rand(rng, Float64, 3)
noisy_step!(m::Model) = (m.w = m.w .+ randn(m.rng, Float64, 3); nothing)
maybe_noise(w, rng) = sum(w) > 0 ? noise(w, rng) : w
shuffled(rng, x) = shuffle(rng, x)
seeded(rng) = (Random.seed!(rng, 5); rand(rng, Float64, 2))
const global_rng = Lazuli.RNG(1)
global_noise(w) = w .+ rand(global_rng, Float64, 3)
const julia_rng = MersenneTwister(1)
julia_noise(w) = w .+ rand(julia_rng, 3)
own_noise(w) = w .+ rand(MersenneTwister(3), 3)
by_chance(x) = x .+ rand(1)
by_chance_inside(x) = x .+ sum(rand() for _ in 1:3)
chance_of_each(v) = v * rand()
time_now() = time()
by_clock(x) = x .+ time()
by_clock_inside(x) = x .+ time_now()
double!(x) = (x .*= 2; sum(x))
add_twice!(x, y) = (x .+= y; y .+= x; nothing)
listing() = [1, 2, 3]
with_list(x) = (x .+ 1, listing())
const layers = [LazuliArray([1.0, 2.0, 3.0])]
through_layers(x) = x .* layers[1]
const names_of = Dict(:a => 2.0)
by_name(x) = x .* names_of[:a]
unbound = 3.0
unbound_now() = unbound
by_unbound(x) = x .* unbound_now()
line_of(f) = string("state.jl:", first(methods(f)).line)

@testset "a generator advances for the caller" begin
    w = LazuliArray(zeros(3))
    one, other = Lazuli.RNG(1), Lazuli.RNG(1)
    for _ in 1:3
        @test Array(@lazuli noise(w, one)) == Array(noise(w, other))
    end
    @test Array(rand(one, 4)) == Array(rand(other, 4))
    m, n = Model(w, Lazuli.RNG(2)), Model(w, Lazuli.RNG(2))
    for _ in 1:2
        @lazuli noisy_step!(m)
        noisy_step!(n)
        @test Array(m.w) == Array(n.w) && Array(m.rng.state) == Array(n.rng.state)
    end
    x = LazuliArray(collect(1.0:9))
    @test Array(@lazuli shuffled(one, x)) == Array(shuffled(other, x))
    @test Array(@lazuli seeded(one)) == Array(seeded(other)) && Array(one.state) == Array(other.state)
    f = @compile noise(w, one)
    @test Array(f(w, one)) == Array(noise(w, other)) && Array(one.state) == Array(other.state)
    @test Array(@lazuli tracing = true noise(w, one)) == Array(noise(w, other)) && Array(one.state) == Array(other.state)
    text = refusal(maybe_noise, w, one)
    @test occursin("is changed where the program may not come", text) && occursin("state.jl", text)
    @test Array(one.state) == Array(other.state)
end

@testset "generators that are no arguments" begin
    w = LazuliArray(zeros(3))
    for (f, why) in ((global_noise, "is no argument"), (julia_noise, "`julia_rng`"), (by_chance, "draws from Julia's random numbers"),
                     (by_chance_inside, "draws from Julia's random numbers"), (x -> chance_of_each.(x), "draws from Julia's"),
                     (by_clock, "another result each time"), (by_clock_inside, "another result each time"))
        text = refusal(f, w)
        @test occursin(why, text) && occursin(r"state\.jl:\d", text)
    end
    @test occursin(line_of(by_chance), refusal(by_chance, w)) && occursin(line_of(by_clock), refusal(by_clock, w))
    @test Array(@lazuli own_noise(w)) == own_noise(zeros(3))
end

@testset "arguments that are changed" begin
    for make in (identity, LazuliArray)                     # changes of a host array are copied back to it
        x = make([1.0, 2.0])
        @test (@lazuli double!(x))[] == 6 && Array(x) == [2, 4]
        @test (@lazuli double!(x))[] == 12 && Array(x) == [4, 8]
        @lazuli tracing = true double!(x)
        @test Array(x) == [8, 16]
    end
    x, y = LazuliArray([1.0]), LazuliArray([10.0])
    @lazuli add_twice!(x, y)
    @test Array(x) == [11] && Array(y) == [21]
    @test occursin("twice", sprint(showerror, @test_throws(LazuliError, @lazuli add_twice!(x, x)).value))
    first_list, second_list = (@lazuli with_list(x))[2], (@lazuli with_list(x))[2]
    push!(first_list, 4)
    @test second_list == [1, 2, 3] == (@lazuli with_list(x))[2]
end

@testset "constants that hold something else" begin
    x = LazuliArray(ones(3))
    @test Array(@lazuli through_layers(x)) == [1, 2, 3]
    compiled = @compile through_layers(x)
    before = Compiler.compilations[]
    @test Array(@lazuli through_layers(x)) == [1, 2, 3] && Compiler.compilations[] == before
    layers[1] .= 5                                          # assigned to in place, and replaced below
    @test Array(@lazuli through_layers(x)) == [5, 5, 5]
    @test occursin("`layers`", sprint(showerror, @test_throws(LazuliError, compiled(x)).value))
    layers[1] = LazuliArray([1.0, 1.0, 7.0])
    @test Array(@lazuli through_layers(x)) == [1, 1, 7]
    @test Array(@lazuli by_name(x)) == [2, 2, 2]
    names_of[:a] = 4
    @test Array(@lazuli by_name(x)) == [4, 4, 4]
    @test Array(@lazuli tracing = true by_name(x)) == [4, 4, 4]
    names_of[:a] = 5
    @test Array(@lazuli tracing = true by_name(x)) == [5, 5, 5]
    @test occursin("`unbound` is not constant", refusal(by_unbound, x))
end

@testset "masks" begin
    text = refusal(x -> x[x .> 1], [1.0, 2.0])
    @test occursin("sizes are part of a program", text) && occursin(r"state\.jl:\d", text)
end
