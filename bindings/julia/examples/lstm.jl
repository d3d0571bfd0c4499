# A character model: an LSTM that learns to continue a text. One training step, with the loop over
# the characters, the gradient and the update, is one program.
#
#    julia --project=.. lstm.jl [STEPS]
using Lazuli, Random, Printf
using Lazuli.Compiler: @lazuli

struct LSTM{W,B}
    input::W   # (4 n, characters)
    hidden::W  # (4 n, n)
    bias::B
end

function LSTM(rng, characters, n)
    random(dims...) = LazuliArray(randn(rng, Float32, dims...) .* 0.08f0)
    LSTM(random(4n, characters), random(4n, n), LazuliArray(zeros(Float32, 4n)))
end

"Makes one step, for one character. The gates are input, forget, candidate and output."
function (l::LSTM)((h, c), x)
    n = size(h, 1)
    gates = l.input * x .+ l.hidden * h .+ l.bias
    part(i) = gates[(i-1)*n+1:i*n, :]
    c = sigmoid.(part(2)) .* c .+ sigmoid.(part(1)) .* tanh.(part(3))
    (sigmoid.(part(4)) .* tanh.(c), c)
end

"The mean loss of predicting the next character. The size of x is (characters, batch, length)."
function loss(model, x)
    n, batch = size(model.cell.hidden, 2), size(x, 2)
    state = (Lazuli.zeros(Float32, n, batch), Lazuli.zeros(Float32, n, batch))
    total = 0f0
    for t in 1:size(x, 3)-1
        state = model.cell(state, x[:, :, t])
        total += logitcrossentropy(model.out * state[1], x[:, :, t+1])
    end
    total / (size(x, 3) - 1)
end

function training_step(model, x, rate)
    value, (slope, _) = Lazuli.withgradient(loss, model, x)
    value, Lazuli.map_arrays((p, g) -> p .- rate .* clamp.(g, -1f0, 1f0), model, slope)
end

const TEXT = "whatever depends on no array is computed when the function is compiled; what is left is the program. "^4

function main(steps)
    rng = MersenneTwister(1)
    letters = sort(unique(TEXT))
    codes = [findfirst(==(c), letters) for c in TEXT]
    model = (cell = LSTM(rng, length(letters), 64), out = LazuliArray(randn(rng, Float32, length(letters), 64) .* 0.08f0))
    batch, len = 16, 24
    for step in 1:steps
        starts = rand(rng, 1:length(codes)-len, batch)
        x = Float32[codes[starts[b]+t-1] == k for k in 1:length(letters), b in 1:batch, t in 1:len]
        value, model = @lazuli unroll = 64 training_step(model, LazuliArray(x), 1f0)
        (step % 50 == 1 || step == steps) && @printf("step %4d  loss %.3f\n", step, value[])
    end
end

abspath(PROGRAM_FILE) == @__FILE__() && main(isempty(ARGS) ? 301 : parse(Int, ARGS[1]))
