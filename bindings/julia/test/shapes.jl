# Row J15 of the table in docs/languages/julia.md.
a = whole(Float64, 2, 3, 4)
x = device(a)
@testset "reshape" begin
    for dims in ((6, 4), (4, 6), (24,), (2, 3, 2, 2), (:, 4), (2, :), (1, 24))
        @test Array(reshape(x, dims...)) == reshape(a, dims...) && Array(reshape(x, dims)) == reshape(a, dims)
    end
    @test Array(vec(x)) == vec(a) && Array(dropdims(x[:, :, 1:1]; dims = 3)) == a[:, :, 1]
    @test occursin("(5, 5)", refusal(() -> reshape(x, 5, 5)).message)
    @test Array(reshape(device(3.0), 1, 1)) == fill(3.0, 1, 1)
end
@testset "orders" begin
    for p in ((1, 2, 3), (3, 1, 2), (2, 1, 3), (3, 2, 1))
        @test Array(permutedims(x, p)) == permutedims(a, p)
    end
    @test Array(permutedims(x[:, :, 1])) == a[:, :, 1]' && Array(permutedims(device([1, 2]))) == [1 2]
    m = a[:, :, 1]
    @test Array(copy(device(m)')) == m' && Array(device(m)') == m' && Array(transpose(device(m))) == m'
    c = Complex{Float64}[1+2im 3; 4im 5]
    @test Array(device(c)') == c' && Array(transpose(device(c))) == transpose(c)
    @test occursin("is not a permutation", refusal(() -> permutedims(x, (1, 1, 2))).message)
    @test Array(reverse(device([1, 2, 3]))) == [3, 2, 1] && Array(reverse(x; dims = 2)) == reverse(a; dims = 2)
    @test Array(circshift(x, (0, 1, -1))) == circshift(a, (0, 1, -1)) && Array(circshift(device([1, 2, 3]), 1)) == [3, 1, 2]
end
@testset "joining" begin
    m, n = a[:, :, 1], a[:, :, 2]
    @test Array(vcat(device(m), device(n))) == vcat(m, n) && Array(hcat(device(m), device(n))) == hcat(m, n)
    @test Array(cat(device(m), device(n); dims = 3)) == cat(m, n; dims = 3) && Array([device(m); device(n)]) == [m; n]
    @test Array([device(m) device(n)]) == [m n] && Array(hcat(device([1, 2]), device([3, 4]))) == [1 3; 2 4]
    @test Array(vcat(device([1, 2]), device([3.5]))) == [1, 2, 3.5] && Array(vcat(device(m), device(m')')) == vcat(m, m)
    @test occursin("do not join", refusal(() -> vcat(device(m), device(n[:, 1:2]))).message)
end
@testset "repeating" begin
    m = [1 2; 3 4]
    for counts in ((2,), (2, 3), (1, 2, 2))
        @test Array(repeat(device(m), counts...)) == repeat(m, counts...)
    end
    @test Array(repeat(device([1 2]), 2, 2)) == repeat([1 2], 2, 2)
    @test Array(repeat(device(m); inner = (2, 1), outer = (1, 3))) == repeat(m; inner = (2, 1), outer = (1, 3))
end
@testset "padding" begin
    @test Array(Lazuli.pad(device([1 2; 3 4]); low = (1, 0), high = (0, 2))) == [0 0 0 0; 1 2 0 0; 3 4 0 0]
    @test Array(Lazuli.pad(device([1, 2, 3]), 9; interior = (1,))) == [1, 9, 2, 9, 3]
    @test Array(Lazuli.pad(device([1, 2, 3]); low = (-1,))) == [2, 3]
end
