function halve(x)
    n = 0
    while sum(x) > 1
        x = x ./ 2
        n += 1
    end
    x, n
end
function newton(a)
    x, steps = a, 0
    while true
        next = (x + a / x) / 2
        steps += 1
        abs(next - x) < 1f-6 && break
        steps >= 50 && break
        x = next
    end
    x, steps
end
function unrolled(x)
    y = x
    for i in 1:4
        y = y .* i .+ x
    end
    y
end
function long(x, n)
    y = x
    for i in 1:n
        y = y .* 0.9f0 .+ i
    end
    y
end
function after_long(x, n)
    s = 0f0
    for i in 1:n
        y = x .* i
        s += sum(y)
    end
    s, x .+ s
end
function stepping(x, n)
    s, i = sum(x), 1
    while i <= n
        s = s + i * i
        i += 3
    end
    s, i
end
function with_break(x, n)
    s = sum(x)
    for i in 1:n
        s = s + i
        if s > 20
            break
        end
    end
    s
end
function with_continue(x, n)
    s = sum(x)
    for i in 1:n
        if s > 15
            s = s - 3
            continue
        end
        s = s + i
    end
    s
end
function returning(x, n)
    s = sum(x)
    for i in 1:n
        s = s * 2
        if s > 100
            return s, i
        end
    end
    s, 0
end
function doubly(x)
    outer, total = 0, 0
    s = sum(x)
    while s > 1
        s = s / 3
        t = s
        while t > 0.5f0
            t = t - 0.25f0
            total += 1
        end
        outer += 1
    end
    outer, total, s
end
function for_in_while(x)
    s, n = x, 0
    while sum(s) < 100
        for i in 1:3
            s = s .+ i
        end
        n += 1
    end
    s, n
end
function fibonacci(x, n)
    a, b = x, x .+ 1
    for _ in 1:n
        a, b = b, (a .+ b) .* 0.5f0
    end
    a, b
end
function branch_in_loop(x)
    s, up, down = sum(x), 0, 0
    while abs(s) > 0.1f0
        if s > 0
            s = s * -0.5f0
            up += 1
        else
            s = s * -0.25f0
            down += 1
        end
    end
    s, up, down
end
over_tuple(x) = (y = x; for a in (1f0, 2f0, 3f0); y = y .* a; end; y)
over_elements(x) = (s = 0f0; for v in x; s += v * v; end; s)
function indexed(x)
    s = zero(eltype(x))
    for i in 1:length(x)
        s += x[i] * i
    end
    s
end
function two_exits(x)
    s, i = sum(x), 0
    while s < 1000
        i += 1
        s *= 1.5f0
        i > 7 && return s, -1
    end
    s, i
end

@testset "loops" begin
    x = Float32[3, 4, 5]
    @test agrees(halve, x)
    @test agrees(halve, -x)
    for a in (2f0, 9f0, 1f0, 1f10)
        @test agrees(newton, a)
    end
    for f in (unrolled, doubly, for_in_while, branch_in_loop, over_tuple, over_elements, indexed)
        @test agrees(f, x)
    end
    for n in (0, 1, 5, 40)
        for f in (long, after_long, stepping, with_break, with_continue, returning, fibonacci)
            @test agrees(f, x, n)
        end
    end
    @test agrees(two_exits, x)
    @test agrees(two_exits, x ./ 100)
    @testset "forms" begin
        d = LazuliArray(x)
        @test !haskey(ops(string(@code_hlo unrolled(d))), "while")
        @test ops(string(@code_hlo long(d, 40)))["while"] == 1
        @test ops(string(@code_hlo halve(d)))["while"] == 1
        @test ops(string(@code_hlo doubly(d)))["while"] == 2
        f = @compile unroll = 100 long(d, 40)
        @test Array(f(d, 40)) ≈ long(x, 40)
    end
end

function turning(x)
    while sum(x) > 1
        if maximum(x) > 2
            x = x .* 0.5
        else
            x = x .- 0.1
        end
    end
    x
end
powers_of(x) = (v = [x .^ i for i in 1:3]; v[1] .+ v[3])
sums_of(x) = sum([sum(x) * i for i in 1:3]) * [i + j for i in 1:2, j in 1:2][2, 1]
mixed(x) = [i == 1 ? sum(x) : i for i in 1:2]

@testset "comprehensions" begin
    @test agrees(powers_of, [1.0, 2.0]) && agrees(sums_of, [1.0, 2.0]) && agrees(x -> map(i -> x .* i, [2, 5])[2], [1.0, 2.0])
    @test occursin("loops.jl", refusal(mixed, [1.0, 2.0]))
end

@testset "a listing names what each line has" begin
    lines = split(String(@code_typed_xla turning(LazuliArray([3.0, 1.0]))), "\n")
    # The names known at each depth of indentation. Names of one branch are not known in the other.
    known = [Set(["state"])]
    for line in lines
        depth = (length(line) - length(lstrip(line))) ÷ 4
        resize!(known, min(length(known), depth))
        while length(known) < depth
            push!(known, Set{String}())
        end
        text = strip(line)
        used = [m.match for m in eachmatch(r"%\d+", replace(text, r"^%\d+ = " => ""))]
        @test all(u -> any(names -> u in names, known), used)
        found = match(r"^%\d+", text)
        found === nothing || push!(known[depth], found.match)
    end
    @test !any(l -> occursin("captured", l), lines) && any(l -> occursin("state", l), lines)
end
