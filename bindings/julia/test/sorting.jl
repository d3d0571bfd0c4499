# Row J18 of the table in docs/languages/julia.md.
a = [3.0, -1.0, NaN, 2.0, -1.0, Inf, -0.0, 0.0]
@testset "sort" begin
    @test isequal(Array(sort(device(a))), sort(a)) && isequal(Array(sort(device(a[1:2]); rev = true)), sort(a[1:2]; rev = true))
    b = whole(Int, 4, 3)
    @test Array(sort(device(b); dims = 1)) == sort(b; dims = 1) && Array(sort(device(b); dims = 2)) == sort(b; dims = 2)
    @test Array(sort(device(b); dims = 2, rev = true)) == sort(b; dims = 2, rev = true)
    @test Array(sort(device([-3, 1, 2]); by = abs)) == sort([-3, 1, 2]; by = abs)
    @test Array(sort(device([3, 1, 2]); lt = >)) == [3, 2, 1]
    @test Array(sortperm(device([3, 1, 2]))) == sortperm([3, 1, 2])
    keys, values = Lazuli.sort_by(device([2, 1]), device([10.0, 20.0]))
    @test Array(keys) == [1, 2] && Array(values) == [20, 10]
    @test Array(sort(device(zeros(0)))) == zeros(0)
end
@testset "top_k" begin
    values, places = Lazuli.top_k(device([1.0 9; 7 2; 3 5]), 2)
    @test Array(values) == [7 9; 3 5] && Array(places) == [2 1; 3 3]
end
