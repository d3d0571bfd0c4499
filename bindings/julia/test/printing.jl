# Row J07 of the table in docs/languages/julia.md: an array prints like a host array, even without
# dimensions or elements.
plain(x) = sprint(show, MIME("text/plain"), x)
@testset "text" begin
    @test plain(device([1 2; 3 4])) == "2×2 LazuliArray{Int64,2}:\n 1  2\n 3  4"
    @test plain(device(2.5)) == "0-dimensional LazuliArray{Float64,0}:\n2.5"
    @test plain(device(zeros(0, 3))) == "0×3 LazuliArray{Float64,2}"
    @test plain(device([1.0, 2.0])) == "2-element LazuliArray{Float64,1}:\n 1.0\n 2.0"
    @test sprint(show, device([1, 2])) == "LazuliArray([1, 2])" && sprint(show, device(2.5)) == "LazuliArray(2.5)"
    @test occursin("1  3", plain(device([1 2; 3 4])')) && string(device([true])) == "LazuliArray(Bool[1])"
    x = device([1.0])
    close(x)
    @test plain(x) == "1-element LazuliArray{Float64,1} (closed)"
    @test occursin("[1, 2]", sprint(show, (device([1, 2]), 3)))
end
@testset "what has no value" begin
    shown = Ref("")
    Lazuli.record_function(x -> (shown[] = plain(x); x + 1), Lazuli.ArrayType(Float32))
    @test occursin("LazuliArray{Float32,0} (", shown[])
end
