# Runs tasks at the same time, on all threads of Julia.
using Lazuli: @lazuli
on_threads(f, n) = foreach(fetch, [Threads.@spawn f(i) for i in 1:n])

@testset "tasks" begin
    results = Vector{Any}(undef, 4)
    Threads.@threads for t in 1:4
        x = LazuliArray(fill(Float32(t), 100))
        for i in 1:50
            x = x .* 1.0f0 .+ 1
        end
        results[t] = Array(x)
    end
    @test all(t -> results[t] == fill(Float32(t + 50), 100), 1:4)
    tasks = [@async Lazuli.scoped(() -> begin
                 x = LazuliArray([Float64(t)])
                 yield()
                 sum(x .+ 1)
             end) for t in 1:4]
    @test [fetch(t)[] for t in tasks] == [2, 3, 4, 5]
end
@testset "each name means its own function, however many are registered at once" begin
    on_threads(64) do i
        Lazuli.register_host_call((y, x) -> y .= x .+ i, "thread_$i")
    end
    x, T = device([0.0]), Lazuli.ArrayType(Float64, 1)
    @test all(i -> Array(Lazuli.host_call("thread_$i", T; operands = (x,))[1]) == [i], 1:64)
end
@testset "waits at once, and waits that an exception ends" begin
    sums = Vector{Float64}(undef, 32)
    x = device(rand(200, 200))
    on_threads(32) do i
        y = x * x .* i
        wait(y)
        sums[i] = sum(y)[]
    end
    @test all(i -> sums[i] ≈ i * sums[1], 1:32)
    big = device(rand(700, 700))
    known = 0
    for i in 1:6
        y = big * big * big .+ i
        task = @async wait(y)
        while !istaskstarted(task)
            yield()
        end
        istaskdone(task) || schedule(task, InterruptException(); error = true)
        try
            wait(task)
        catch
        end
        i == 3 && (known = length(Lazuli.conditions))
        GC.gc()                                              # conditions of the library must stay alive
        wait(y .+ 1)
    end
    @test length(Lazuli.conditions) == known
    @test length(Lazuli.idle_conditions) == length(Lazuli.conditions)
end
function halve(a, turns)
    x, n = a .+ 0, 0
    while n < turns && sum(x) > -1
        x = x .* 0.5
        n += 1
    end
    x
end
@testset "an interrupt ends the work that a read waits for" begin
    Lazuli.interruptible!()
    x = device(ones(100))
    y = @lazuli halve(x, LazuliArray(4_000_000_000))
    reader = @async Array(y)
    yield()
    schedule(reader, InterruptException(); error = true)
    @test_throws Exception wait(reader)
    @test occursin("cancel", refusal(() -> Array(y)).message)
    @test Array(@lazuli halve(x, LazuliArray(2))) == fill(0.25, 100)
    Lazuli.interruptible!(false)
end
@testset "places of one thread are not those of another" begin
    Lazuli.track_places!()
    on_threads(16) do i
        foreach(_ -> Lazuli.at_place(() -> (yield(); x = device([1.0]) .+ i), "there.jl", i), 1:20)
    end
    y = device([1.0]) .+ 1; line = @__LINE__
    Lazuli.track_places!(false)
    @test endswith(Lazuli.location(y), "threads.jl:$line")
end
@testset "elements that one task may read" begin
    x = device([1.0, 2.0])
    reader = @async @allowscalar (yield(); x[1])
    @test refusal(() -> x[2]).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    @test fetch(reader) == 1
end
const is_held, is_released = Threads.Atomic{Bool}(false), Threads.Atomic{Bool}(false)
function hold()
    is_held[] = true
    while !is_released[]
        yield()
    end
    2.0
end
held_product(x) = x .* hold()
quick_sum(x) = x .+ 1
@testset "a compiled call does not wait while another thread compiles" begin
    x = device([1.0, 2.0])
    @test Array(@lazuli quick_sum(x)) == [2, 3]
    slow = Threads.@spawn @lazuli held_product(x)
    while !is_held[]
        yield()
    end
    @test Array(@lazuli quick_sum(x)) == [2, 3] && !istaskdone(slow)
    same = Threads.@spawn @lazuli held_product(x)            # waits, and uses the first one's program
    before = Lazuli.Compiler.compilations[]
    is_released[] = true
    @test Array(fetch(slow)) == Array(fetch(same)) == [2, 4] && Lazuli.Compiler.compilations[] == before + 1
end
@testset "functions compile on several threads" begin
    fs = [eval(:(x -> tanh.(x .* $i) .+ sum(x))) for i in 1:12]
    x = device([0.5, 1.0])
    on_threads(24) do i
        f = fs[(i - 1) % 12 + 1]
        got = Base.invokelatest(x -> Array(@lazuli f(x)), x)
        @assert got ≈ tanh.([0.5, 1.0] .* ((i - 1) % 12 + 1)) .+ 1.5
    end
    @test true
end
