# Row J19 of the table in docs/languages/julia.md.
"A convolution by its definition: a sum over the window, with reversed weights unless `flipped`."
function plain_conv(x, w; stride = 1, pad = 0, dilation = 1, flipped = false)
    padded = zeros(size(x, 1) + 2pad, size(x, 2) + 2pad, size(x, 3), size(x, 4))
    padded[pad+1:end-pad, pad+1:end-pad, :, :] = x
    reach = (size(w, 1) - 1) * dilation + 1, (size(w, 2) - 1) * dilation + 1
    y = zeros((size(padded, 1) - reach[1]) ÷ stride + 1, (size(padded, 2) - reach[2]) ÷ stride + 1, size(w, 4), size(x, 4))
    for n in axes(y, 4), k in axes(y, 3), j in axes(y, 2), i in axes(y, 1), c in axes(w, 3), q in axes(w, 2), p in axes(w, 1)
        a, b = flipped ? (p, q) : (size(w, 1) + 1 - p, size(w, 2) + 1 - q)
        y[i, j, k, n] += w[p, q, c, k] * padded[(i-1)*stride+(a-1)*dilation+1, (j-1)*stride+(b-1)*dilation+1, c, n]
    end
    y
end
images, weights = simple(Float64, 5, 6, 2, 3), simple(Float64, 3, 2, 2, 4)
@testset "convolution" begin
    x, w = device(images), device(weights)
    for options in ((), (stride = 2,), (pad = 1,), (dilation = 2,), (stride = 2, pad = 1), (flipped = true,))
        @test Array(Lazuli.conv(x, w; options...)) ≈ plain_conv(images, weights; options...)
    end
    @test occursin("channels", refusal(() -> Lazuli.conv(x, device(simple(Float64, 3, 3, 3, 4)))).message)
    y = Lazuli.depthwise_conv(x, device(simple(Float64, 3, 3, 1, 2)))
    @test Array(y)[:, :, 1:1, :] ≈ plain_conv(images[:, :, 1:1, :], simple(Float64, 3, 3, 1, 2)[:, :, :, 1:1])
    @test size(Lazuli.conv(device(ones(7, 2, 1)), device(ones(3, 2, 5)))) == (5, 5, 1)
    # As in a regression test of XLA.jl. A convolution is linear, so a difference of two sums is
    # exactly the gradient.
    for options in ((), (stride = 2, pad = 1), (pad = 1,))
        dy = simple(Float64, size(plain_conv(images, weights; options...))...)
        dx = Lazuli.conv_data_gradient(device(dy), w, size(images); options...)
        dw = Lazuli.conv_filter_gradient(x, device(dy), size(weights); options...)
        f(v) = sum(dy .* plain_conv(v, weights; options...))
        up = copy(images); up[2, 3, 1, 2] += 1
        @test Array(dx)[2, 3, 1, 2] ≈ f(up) - f(images)
        g(v) = sum(dy .* plain_conv(images, v; options...))
        more = copy(weights); more[1, 2, 2, 3] += 1
        @test Array(dw)[1, 2, 2, 3] ≈ g(more) - g(weights)
    end
    dy = device(simple(Float64, 3, 5, 4, 3))
    @test Array(Lazuli.conv_transpose(dy, w)) ≈ Array(Lazuli.conv_data_gradient(dy, w, size(images)))
end
@testset "pooling" begin
    x = device(images)
    windows(f, k, s) = [f(images[(i-1)*s+1:(i-1)*s+k, (j-1)*s+1:(j-1)*s+k, c, n]) for i in 1:(5-k)÷s+1, j in 1:(6-k)÷s+1, c in 1:2, n in 1:3]
    @test Array(Lazuli.maxpool(x, 2)) == windows(maximum, 2, 2) && Array(Lazuli.meanpool(x, 2)) ≈ windows(mean, 2, 2)
    @test Array(Lazuli.maxpool(x, 3; stride = 1)) == windows(maximum, 3, 1)
    @test maximum(Lazuli.maxpool(device(-ones(4, 4, 1, 1)), 2; pad = 1))[] == -1
    @test Array(Lazuli.global_meanpool(x)) ≈ dropdims(mean(images; dims = (1, 2)); dims = (1, 2))
    g, = Lazuli.gradient(v -> sum(Lazuli.maxpool(v, 2)), device(reshape([1.0 3; 2 0], 2, 2, 1, 1)))
    @test Array(g)[:, :, 1, 1] == [0 1; 0 0]
    g, = Lazuli.gradient(v -> sum(Lazuli.meanpool(v, 2)), device(reshape([1.0 3; 2 0], 2, 2, 1, 1)))
    @test Array(g)[:, :, 1, 1] == fill(0.25, 2, 2)
    @test Array(Lazuli.upsample_nearest(device(reshape([1.0 2], 1, 2, 1, 1)), 2))[:, :, 1, 1] == [1 1 2 2; 1 1 2 2]
end
@testset "softmax and losses" begin
    a = simple(Float64, 4, 3)
    p = exp.(a) ./ sum(exp.(a); dims = 1)
    y = Float64[1 0 0; 0 0 1; 0 1 0; 0 0 0]
    @test Array(softmax(device(a))) ≈ p && Array(logsoftmax(device(a))) ≈ log.(p)
    @test Array(softmax(device([1000.0, 0.0]))) == [1, 0] && Array(Lazuli.logsumexp(device(a))) ≈ log.(sum(exp.(a); dims = 1))
    @test Array(softmax(device(a); dims = 2)) ≈ exp.(a) ./ sum(exp.(a); dims = 2)
    @test crossentropy(device(p), device(y))[] ≈ -sum(y .* log.(p)) / 3
    @test logitcrossentropy(device(a), device(y))[] ≈ -sum(y .* log.(p)) / 3
    g, = Lazuli.gradient(v -> logitcrossentropy(v, device(y)), device(a))
    @test Array(g) ≈ (p .* sum(y; dims = 1) .- y) ./ 3
    q, t = [0.2, 0.9], [0.0, 1.0]
    @test binarycrossentropy(device(q), device(t))[] ≈ mean(-t .* log.(q) .- (1 .- t) .* log.(1 .- q))
    @test logitbinarycrossentropy(device(log.(q ./ (1 .- q))), device(t))[] ≈ mean(-t .* log.(q) .- (1 .- t) .* log.(1 .- q))
    @test mse(device(q), device(t))[] ≈ mean(abs2.(q .- t)) && mae(device(q), device(t))[] ≈ mean(abs.(q .- t))
    @test huber(device([0.0, 0.0]), device([0.5, 3.0]))[] ≈ (0.125 + 2.5) / 2
end
@testset "normalization" begin
    x = simple(Float64, 4, 3, 2, 5)
    one2, zero2 = device(ones(2)), device(zeros(2))
    y, m, v = batchnorm_train(device(x), one2, zero2, zero2, one2; momentum = 0.1)
    means, vars = mean(x; dims = (1, 2, 4)), var(x; dims = (1, 2, 4), corrected = false)
    @test Array(y) ≈ (x .- means) ./ sqrt.(vars .+ 1e-5)
    @test Array(m) ≈ 0.1 .* vec(means) && Array(v) ≈ 0.9 .+ 0.1 .* vec(var(x; dims = (1, 2, 4)))
    @test Array(batchnorm(device(x), one2, zero2, device(vec(means)), device(vec(vars)))) ≈ Array(y)
    a = simple(Float64, 4, 3)
    @test Array(layernorm(device(a), 2.0, 1.0)) ≈ 2 .* (a .- mean(a; dims = 1)) ./ sqrt.(var(a; dims = 1, corrected = false) .+ 1e-5) .+ 1
    z, _ = dropout(Lazuli.key(1), device(ones(Float32, 100, 100)), 0.25)
    host = Array(z)
    @test all(h -> h == 0 || h ≈ 4 / 3, host) && 0.2 < mean(host .== 0) < 0.3
    @test Array(embedding(device(a), device([3 1; 2 2]))) == reshape(a[:, [3, 2, 1, 2]], 4, 2, 2)
end
