# Rows J10 and J11 of the table in docs/languages/julia.md: compares functions of numbers with
# Julia's, on elements and on arrays without dimensions.
close_to(x, y::AbstractFloat) = isequal(x, y) || isapprox(x, y; rtol = 100 * eps(typeof(y)), atol = 4 * eps(typeof(y)))
close_to(x, y::Complex) = isapprox(x, y; rtol = 1e-4)
close_to(x, y) = x === y

const unary = [-, abs, sign, exp, expm1, log1p, tanh, tan, sin, cos, cbrt, sinh, cosh, atan, asinh, floor, ceil, round, trunc,
               abs2, isnan, isinf, isfinite, iszero, exp2, exp10, inv, real, imag, conj]
@testset "$f of floats" for f in unary
    for T in (Float32, Float64)
        a = T[-2.5, -1, -0.5, 0.25, 0.5, 1, 3]
        f === log1p && (a = a[3:end])
        @test all(close_to.(Array(f.(device(a))), f.(a)))
        @test close_to(f(device(a[5]))[], f(a[5]))
    end
end
@testset "$f where it is defined" for (f, points) in ((log, [0.25, 1, 3]), (sqrt, [0, 0.5, 2]), (log2, [0.5, 8]), (log10, [0.1, 100]),
                                                     (asin, [-0.5, 0.9]), (acos, [-0.5, 0.9]), (acosh, [1, 4]), (atanh, [-0.5, 0.3]))
    @test all(close_to.(Array(f.(device(points))), f.(points)))
end
@testset "$f of two" for f in (+, -, *, /, max, min, ^, atan, hypot, copysign, rem, mod, div, fld, <, <=, >, >=, ==, !=, isless)
    a, b = [0.5, 1.5, 2.5, 7.0], [2.0, 1.5, 0.75, -3.0]
    f === (^) && (b = abs.(b))
    @test all(close_to.(Array(f.(device(a), device(b))), f.(a, b)))
    @test all(close_to.(Array(f.(device(a), 2.0)), f.(a, 2.0)))
    @test all(close_to.(Array(f.(2.0, device(a))), f.(2.0, a)))
    @test close_to(f(device(2.5), device(1.5))[], f(2.5, 1.5)) && close_to(f(device(2.5), 1.5)[], f(2.5, 1.5))
    @test close_to(f(2.5, device(1.5))[], f(2.5, 1.5))
end
@testset "$f of whole numbers" for f in (+, -, *, rem, mod, div, fld, &, |, xor, max, min, ==, <)
    for T in (Int8, Int32, Int64, UInt8, UInt32)
        a, b = T[7, 100, 5, 9], T[2, 3, 5, 4]
        @test Array(f.(device(a), device(b))) == f.(a, b) && eltype(f.(device(a), device(b))) === eltype(f.(a, b))
    end
    @test Array(f.(device([-7, 7, -8]), device([2, -2, 3]))) == f.([-7, 7, -8], [2, -2, 3])
end
@testset "bits and truth" begin
    a = Int32[-8, 5, 1]
    @test Array(device(a) .<< 2) == a .<< 2 && Array(device(a) .>> 1) == a .>> 1 && Array(device(a) .>>> 1) == a .>>> 1
    @test Array(.~device(a)) == .~a && Array(count_ones.(device(a))) == count_ones.(a)
    @test Array(leading_zeros.(device(a))) == leading_zeros.(a)
    @test Array(iseven.(device(a))) == iseven.(a) && Array(isodd.(device(a))) == isodd.(a)
    p, q = [true, true, false], [true, false, false]
    @test Array(device(p) .& device(q)) == p .& q && Array(.!device(p)) == .!p && Array(xor.(device(p), device(q))) == xor.(p, q)
    @test Array(device(p) .+ device(q)) == p .+ q
end
@testset "powers" begin
    a = Float32[0.5, -1.5, 2]
    for p in (0, 1, 2, 3, 4, 7, -1, -2)
        @test Array(device(a) .^ p) ≈ a .^ p
        @test (device(2.0f0)^p)[] ≈ 2.0f0^p
    end
    @test Array(device(a) .^ 2) == a .^ 2 && Array(ℯ .^ device(a)) ≈ ℯ .^ a && Array(abs.(device(a)) .^ 0.5f0) ≈ abs.(a) .^ 0.5f0
    @test Array(device([2, 3]) .^ 3) == [8, 27]
end
@testset "special functions" begin
    a = [-1.0, 0.0, 0.5]
    @test Array(sigmoid.(device(a))) ≈ 1 ./ (1 .+ exp.(-a)) && Array(relu.(device(a))) == max.(a, 0)
    @test isnan(Array(relu.(device([NaN])))[1]) && Array(Lazuli.gradient(x -> sum(relu.(x)), device(a))[1]) == [0, 0, 1]
    @test Array(erf.(device(a))) ≈ [-0.8427007929497149, 0, 0.5204998778130465]
    @test Array(erfinv.(device([0.5]))) ≈ [0.4769362762044699] && Array(erfc.(device([0.5]))) ≈ [0.4795001221869535]
    @test Array(loggamma.(device([5.0]))) ≈ [log(24)] && Array(digamma.(device([1.0]))) ≈ [-0.5772156649015329]
    @test Array(gelu.(device(a))) ≈ a ./ 2 .* (1 .+ [-0.6826894921370859, 0, 0.3829249225480262])
    @test Array(softplus.(device(a))) ≈ log.(1 .+ exp.(a)) && Array(swish.(device(a))) ≈ a ./ (1 .+ exp.(-a))
    @test Array(leakyrelu.(device(a))) ≈ [-0.01, 0, 0.5] && Array(elu.(device(a))) ≈ [exp(-1) - 1, 0, 0.5]
    @test Array(rsqrt.(device([4.0]))) ≈ [0.5]
end
@testset "complex" begin
    a, b = Complex{Float32}[1+2im, -0.5im], Complex{Float32}[2-1im, 3+0.25im]
    for f in (+, -, *, /)
        @test Array(f.(device(a), device(b))) ≈ f.(a, b)
    end
    for f in (abs, abs2, conj, real, imag, angle, exp, sqrt)
        @test Array(f.(device(a))) ≈ f.(a)
    end
    @test Array(complex.(device([1.0f0]), device([2.0f0]))) == Complex{Float32}[1+2im]
end
@testset "op by op, a conversion that is not exact throws" begin
    halves, large, wholes = device([1.5, -1.5]), device([300.0]), device([2.0, -3.0])
    @test Array(Int.(halves)) == [1, -1] && Array(Int8.(large)) == [127]
    Lazuli.op_by_op() do
        @test_throws InexactError Int.(halves)
        @test_throws InexactError Int8.(large)
        @test_throws InexactError UInt8.(wholes)
        @test_throws InexactError round.(Int8, large)
        @test Array(Int.(wholes)) == [2, -3] && Array(trunc.(Int, halves)) == [1, -1] && Array(floor.(Int, halves)) == [1, -2]
    end
end
