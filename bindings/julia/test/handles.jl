# Makes and drops 10^5 handles. Also releases handles after a shutdown and at exit.
function make_many(x, n)
    for i in 1:n
        x + x
    end
end
@testset "dropped handles go" begin
    x = device(Float32[1, 2])
    make_many(x, 10)
    GC.gc(); GC.gc()
    before = Lazuli.live_handles()
    make_many(x, 100_000)
    GC.gc(); GC.gc()
    @test Lazuli.live_handles() == before
    foreach(_ -> close(x + x), 1:1000)
    @test Lazuli.live_handles() == before
end
@testset "after a shutdown, and at exit" begin
    code = """
        using Lazuli
        context = Lazuli.Context()
        x = LazuliArray([1.0, 2.0]; device = Lazuli.device(1; context = context))
        y = x .+ 1
        Lazuli.shutdown(context)
        x = y = nothing
        GC.gc()
        global kept = [LazuliArray(rand(3)) .+ i for i in 1:1000]
        kept_context = context
        """
    for more in ("", "exit()", "Lazuli.shutdown()", "finalize(Lazuli.context())")
        command = `$(Base.julia_cmd()) --startup-file=no --project=$(Base.active_project()) -e $(code * more)`
        @test success(pipeline(command; stdout = stdout, stderr = stderr))
    end
end
