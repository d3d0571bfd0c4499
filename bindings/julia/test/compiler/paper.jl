# The listings of "Automatic full compilation of Julia programs and ML models to Cloud TPUs"
# (Fischer and Saba, 2018).
dense(W, x, b) = (W * x) .+ b
softmax(xs) = exp.(xs) ./ sum(exp.(xs))

@testset "paper" begin
    W, x, b = rand(Float32, 10, 10), rand(Float32, 10), rand(Float32, 10)
    dW, dx, db = map(LazuliArray, (W, x, b))
    @test agrees(dense, W, x, b)
    @test agrees(softmax, x)
    # Listings 3 and 4: the calls with inferred types, and the two recorded ops with sizes.
    before = string(@code_typed_xla optimized = false dense(dW, dx, db))
    @test occursin("broadcasted", before) && occursin("materialize", before)
    after = split(string(@code_typed_xla dense(dW, dx, db)), '\n')
    @test count(l -> occursin("invoke *(_2, _3)::LazuliArray{Float32,(10,),1}", l), after) == 1
    @test occursin("LazuliArray{Float32,(10,),1}", after[end-1]) && occursin("return", after[end])
    # Listing 5: a contraction and a sum.
    counts = ops(string(@code_hlo dense(dW, dx, db)))
    @test counts["dot_general"] == 1 && counts["add"] == 1
    text = string(@code_xla optimized = false dense(dW, dx, db))
    @test occursin(r"= f32\[10\]\S* dot\(", text) && occursin(r"= f32\[10\]\S* add\(", text)
    # Listing 6: two exponentials, a reduction by addition, a broadcast and a division.
    counts = ops(string(@code_hlo softmax(dx)))
    @test counts["exponential"] == 2 && counts["reduce"] == 1 && counts["divide"] == 1 && counts["broadcast_in_dim"] == 1
    text = string(@code_xla optimized = false softmax(dx))
    @test length(collect(eachmatch(r"exponential\(", text))) == 2 && occursin("to_apply", text)
    # The optimizer computes exp(xs) once.
    @test length(collect(eachmatch(r"exponential\(", string(@code_xla softmax(dx))))) == 1
end
