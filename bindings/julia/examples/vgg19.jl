# VGG19 as in Metalhead.jl, with random weights. The forward pass, the gradient and a training loop
# are one program each.
#
#   julia --project=.. vgg19.jl counts            the numbers of the paper's figure 1, and ours
#   julia --project=.. vgg19.jl times [BATCH...]  seconds of a pass, a gradient and a step
#   julia --project=.. vgg19.jl serve forward|gradient BATCH
#                                                 to compare times with bench/peers/vgg19_jax.py
include("layers.jl")
using Lazuli.Compiler: @lazuli, @compile, @code_xla
using Printf

"VGG19 without its dropout layers, which do nothing in a forward pass."
function vgg19(; rng = MersenneTwister(1))
    blocks = ((3, 64, 64), (64, 128, 128), (128, 256, 256, 256, 256), (256, 512, 512, 512, 512), (512, 512, 512, 512, 512))
    layers = Any[]
    for features in blocks
        append!(layers, (conv(rng, 3, f => t, relu; pad = 1) for (f, t) in zip(features, features[2:end])))
        push!(layers, MaxPool(2, 2, 0))
    end
    Chain(layers..., flatten, dense(rng, 25088 => 4096, relu), dense(rng, 4096 => 4096, relu), dense(rng, 4096 => 1000), softmax)
end

forward(m, x) = m(x)
backwards(m, x) = only(Lazuli.gradient(m -> sum(m(x)), m))

"Makes `steps` steps of gradient descent on the cross entropy, in one program."
function train(m, x, y, rate, steps)
    loss = 0f0
    for _ in 1:steps
        loss, (g, _) = Lazuli.withgradient((m, x) -> crossentropy(m(x), y), m, x)
        m = Lazuli.map_arrays((p, d) -> p .- rate .* d, m, g)
    end
    m, loss
end

images(n) = LazuliArray(rand(MersenneTwister(2), Float32, 224, 224, 3, n))
labels(n) = LazuliArray(Float32[i == 1 + 7j % 1000 for i in 1:1000, j in 1:n])

"Returns the number of instructions in the entry computation, and in all computations."
function count_instructions(text)
    entry = total = 0
    in_entry = false
    for line in split(text, '\n')
        in_entry = startswith(line, "ENTRY") || (in_entry && !startswith(line, "}"))
        occursin(r"^\s+(ROOT )?%?[\w.\-]+ = ", line) || continue
        total += 1
        entry += in_entry
    end
    entry, total
end

const PAPER = Dict(("forward", false) => (183, 361), ("forward", true) => (130, 242),
                   ("backwards", false) => (577, 2775), ("backwards", true) => (362, 925))

function print_counts()
    m, x, missed = vgg19(), images(10), String[]
    println("| VGG19 | | entry | total | entry, paper | total, paper |\n| --- | --- | --- | --- | --- | --- |")
    for f in (forward, backwards), optimized in (false, true)
        text = optimized ? (@code_xla optimized = true f(m, x)) : (@code_xla optimized = false f(m, x))
        entry, total = count_instructions(string(text))
        paper = PAPER[(string(f), optimized)]
        println("| ", f, " | ", optimized ? "optimized" : "recorded", " | ", entry, " | ", total, " | ", paper[1], " | ", paper[2], " |")
        optimized && (entry > paper[1] || total > paper[2]) && push!(missed, string(f))
    end
    isempty(missed) || error("more instructions than in the paper: " * join(missed, ", "))
end

"Returns the shortest time of three runs. A run before them compiles the program."
function seconds(f, arguments...)
    run() = (r = @lazuli f(arguments...); Lazuli.evaluate(r; wait = true))
    run()
    minimum(@elapsed(run()) for _ in 1:3)
end

function print_times(batches)
    m = vgg19()
    println("| N | forward (s) | gradient (s) | training step (s) |\n| --- | --- | --- | --- |")
    for n in batches
        x, y = images(n), labels(n)
        @printf("| %d | %.2f | %.2f | %.2f |\n", n, seconds(forward, m, x), seconds(backwards, m, x), seconds(train, m, x, y, 0.01f0, 1))
    end
end

"Prints \"ready\". For each line of the input, runs the program that many times and prints the seconds."
function serve(f, batch)
    m, x = vgg19(), images(batch)
    program = @compile f(m, x)
    run() = (r = program(m, x); Lazuli.evaluate(r; wait = true); foreach(close, Lazuli.arrays_of(r)))
    run()
    println("ready")
    flush(stdout)
    for line in eachline()
        println(@elapsed foreach(_ -> run(), 1:parse(Int, line)))
        flush(stdout)
    end
end

if abspath(PROGRAM_FILE) == @__FILE__
    what = isempty(ARGS) ? "counts" : ARGS[1]
    what == "counts" ? print_counts() :
    what == "serve" ? serve(ARGS[2] == "forward" ? forward : backwards, parse(Int, ARGS[3])) :
    print_times(length(ARGS) == 1 ? [1] : parse.(Int, ARGS[2:end]))
end
