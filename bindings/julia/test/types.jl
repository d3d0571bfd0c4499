# Row J01 of the table in docs/languages/julia.md: conversion of element types in both directions.
@testset "$T" for T in first.(Lazuli.DTYPES)
    host = T === Bool ? [true false; false true; true true] : T[1 2; 3 4; 5 6]
    x = device(host)
    @test x isa LazuliArray{T,2}
    @test eltype(x) === T && eltype(typeof(x)) === T
    @test Array(x) == host && Array(x) isa Matrix{T}
    @test Lazuli.element_type(Lazuli.dtype(T)) === T
    @test device(host[1])[] === host[1]
end
@testset "other types are refused" begin
    @test occursin("Rational", refusal(() -> LazuliArray([1//2])).message)
    @test occursin("String", refusal(() -> LazuliArray(["a"])).message)
end
@testset "bfloat16" begin
    @test Float32(BFloat16(1.5f0)) == 1.5f0
    @test Float32(BFloat16(1.00390625f0)) == 1.0f0 # a tie is rounded to even
    @test Float32(BFloat16(1.01171875f0)) == 1.015625f0
    @test Float32(BFloat16(nextfloat(1.00390625))) == 1.0078125f0
    @test Float32(BFloat16(prevfloat(1.01171875))) == 1.0078125f0
    @test Float32(BFloat16(2^30 + 2^22 + 1)) == 2.0f0^30 + 2.0f0^23
    @test isnan(BFloat16(NaN)) && BFloat16(Inf) == BFloat16(1e300) == BFloat16(Inf32)
    @test isnan(BFloat16(NaN32)) && Float32(BFloat16(-Inf32)) == -Inf32
    x = BFloat16.([1.0f0, 2.5f0])
    @test Array(device(x) .+ device(x)) == BFloat16.([2.0f0, 5.0f0])
    @test Array(Float32.(device(x))) == [1.0f0, 2.5f0]
    @test promote_type(BFloat16, Float32) === Float32
end
