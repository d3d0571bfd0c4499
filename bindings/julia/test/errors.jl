# An error names the op, the sizes in Julia's order, and the file and line of the call.
x, y = device(ones(2, 3)), device(ones(4, 3))
here(line) = "errors.jl:$line"
@testset "the caller's line" begin
    for f in (() -> x .+ y, () -> x + y, () -> x * y, () -> reshape(x, 7), () -> vcat(x, device(ones(2, 2))), () -> Lazuli.conv(x, y))
        error = refusal(f)
        @test occursin("errors.jl:", error.location)
        @test occursin(error.location, sprint(showerror, error))
    end
    error = refusal(() -> x + y); line = @__LINE__
    @test endswith(error.location, here(line)) && occursin("(2, 3)", error.message) && occursin("(4, 3)", error.message)
    @test error.code == Lazuli.Raw.LZ_INVALID_ARGUMENT && error.op == "+"
end
@testset "places of what runs later" begin
    Lazuli.track_places!()
    z = x .* 2; line = @__LINE__
    Lazuli.track_places!(false)
    @test endswith(Lazuli.location(z), here(line))
    at = Lazuli.at_place(() -> x .- 2, "model.jl", 42)
    @test Lazuli.location(at) == "model.jl:42"
    @test Lazuli.location(x ./ 2) == ""
end
@testset "what the library refuses" begin
    error = refusal(() -> Lazuli.record("add", (x, device(Float32[1 2 3; 4 5 6]))))
    @test error.op == "add" && occursin("row-major", error.message) && occursin("errors.jl", error.location)
    @test refusal(() -> Lazuli.record("no_such_op", (x,))).code == Lazuli.Raw.LZ_NOT_FOUND
    given = device(ones(3))
    sum_of_it = given .+ 1
    Lazuli.donate(given)
    Lazuli.barrier(; wait = true)
    error = refusal(() -> Array(given .* 2))
    @test error.code == Lazuli.Raw.LZ_FAILED_PRECONDITION && occursin("donat", error.message)
end
@testset "a shutdown context" begin
    context = Lazuli.Context()
    z = LazuliArray([1.0, 2.0]; device = Lazuli.device(1; context = context))
    Lazuli.shutdown(context)
    @test Array(z) == [1, 2]
    @test refusal(() -> z .+ 1).code == Lazuli.Raw.LZ_FAILED_PRECONDITION
    close(z)
end
@testset "no ambiguous methods" begin
    known = (Lazuli, Base, LinearAlgebra, Statistics, Random)
    both(p) = all(m -> m.module in known, p) && any(m -> m.module === Lazuli, p)
    @test isempty(filter(both, Test.detect_ambiguities(Lazuli, Base, LinearAlgebra; recursive = false)))
end
