# Runs all listings of the guide in their order, as one program. A listing that begins with "#
# throws" must throw.
path = joinpath(@__DIR__, "..", "..", "..", "docs", "languages", "julia.md")
if isfile(path)
    listings = [m.captures[1] for m in eachmatch(r"```julia\n(.*?)```"s, read(path, String))]
    guide = Module(:Guide)
    Core.eval(guide, :(using Base, Core))
    Core.eval(guide, :(include(x) = Base.include($guide, x); eval(x) = Core.eval($guide, x)))
    @testset "listing $i" for (i, listing) in enumerate(listings)
        run() = include_string(guide, listing, "julia.md:$i")
        if startswith(listing, "# throws")
            @test_throws Exception run()
        else
            @test (run(); true)
        end
    end
end
