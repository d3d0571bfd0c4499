changing = 2f0
uses_global(x) = x .* changing
const fixed = 3f0
uses_constant(x) = x .* fixed
function boxed(x)
    n = 1
    add() = (n += 1)
    add()
    x .* n
end
unstable(x) = sum(x) > 0 ? x : sum(x)
other_size(x) = sum(x) > 0 ? x : x[1:1]
function grows(x)
    y = x
    while sum(y) < 100
        y = vcat(y, x)
    end
    y
end
function widens(x)
    s, n = 0, sum(x)
    while n < 10
        s += n
        n += 1
    end
    s
end
function mutates(x, log)
    sum(x) > 0 && push!(log, :positive)
    x
end
throws(x) = sum(x) < 0 ? error("negative") : x .+ 1
tries(x) = try x .+ 1 catch; x end
whole_condition(x) = x .> 0 ? x : -x
no_method(x) = isodd("a") + x
unknown_method(s::String) = s
calls_unknown(x) = unknown_method(sum(x))
shape_from_value(x) = reshape(x, Int(round(sum(x))), 1)
host_index(x) = (1, 2, 3)[Int(round(sum(x)))]

@testset "refusals" begin
    x = Float32[1, 2]
    line(f) = string("refusals.jl:", first(methods(f)).line)
    @test agrees(uses_constant, x)
    text = refusal(uses_global, x)
    @test occursin("global variable `changing` is not constant", text) && occursin("const changing", text)
    @test occursin(line(uses_global), text)
    @test occursin("Core.Box", refusal(boxed, x))
    @test occursin("of type Float32", refusal(unstable, x)) || occursin("Float32 array", refusal(unstable, x))
    @test occursin("(2,)", refusal(other_size, x)) && occursin("(1,)", refusal(other_size, x))
    @test occursin("loop", refusal(grows, x))
    @test occursin("Int64", refusal(widens, x)) && occursin("Float32", refusal(widens, x))
    @test occursin("is changed where the program may not come", refusal(mutates, x, Set([:seen])))
    text = refusal(throws, x)
    @test occursin("an exception is thrown", text) && occursin("negative", text) && occursin(line(throws), text)
    @test occursin("try and catch", refusal(tries, x))
    @test occursin("all(...) or any(...)", refusal(whole_condition, x))
    @test occursin("no method of unknown_method takes (::Float32)", refusal(calls_unknown, x))
    @test occursin("shape", refusal(shape_from_value, x)) || occursin("Int64 that the program computes", refusal(shape_from_value, x))
    @test occursin("chosen by a number that the program computes", refusal(host_index, x))
    # An exception that does not depend on computed values is thrown while the function is compiled.
    @test_throws MethodError @lazuli no_method(LazuliArray(x))
    @test_throws BoundsError @lazuli (x -> x[3])(LazuliArray(x))
    @test_throws UndefVarError @lazuli (x -> x .+ nowhere)(LazuliArray(x))
end
