"""
Arrays that Lazuli computes. Ops on a [`LazuliArray`](@ref) are recorded. They are compiled, fused
and run when the program asks for a value. `@lazuli` and `@compile` compile whole functions.

    using Lazuli
    x = LazuliArray(rand(Float32, 3, 4))
    y = tanh.(2 .* x .+ 1)                     # recorded
    Array(y)                                   # compiled and run
    dx, = Lazuli.gradient(x -> sum(tanh.(x)), x)

The guide is docs/languages/julia.md of Lazuli. The folders of the source:

  - `raw`: the calls of the C API
  - `core`: handles, errors, contexts, functions, gradients and barriers
  - `arrays`: the array type and the functions of Base
  - `nn`, `train`: layers and optimizers
  - `compiler`: the compilation of functions from their typed IR
"""
module Lazuli

using Libdl, LinearAlgebra, Random, Statistics

export LazuliArray, LazuliScalar, LazuliVector, LazuliMatrix, LazuliError, BFloat16
export @allowscalar
export sigmoid, rsqrt, erf, erfc, erfinv, loggamma, digamma, relu, softplus, gelu, swish, leakyrelu, elu
export onecold, batched_mul
export softmax, logsoftmax, crossentropy, logitcrossentropy, binarycrossentropy, logitbinarycrossentropy, mse, mae, huber
export batchnorm, batchnorm_train, layernorm, dropout, embedding
export sgd, momentum, momentum_state, adam, AdamState

include("raw/Raw.jl")

include("core/Library.jl")
include("core/Errors.jl")
include("core/Places.jl")
include("core/Handles.jl")
include("core/BFloat16.jl")
include("core/Types.jl")
include("core/Context.jl")

include("arrays/LazuliArray.jl")
include("core/Records.jl")
include("core/Functions.jl")
include("core/Scopes.jl")
include("arrays/Elementwise.jl")
include("arrays/Numbers.jl")
include("arrays/Broadcast.jl")
include("core/Structures.jl")
include("core/Reports.jl")
include("core/Barriers.jl")
include("core/Gradients.jl")
include("core/Collectives.jl")
include("core/HostCalls.jl")
include("arrays/Shapes.jl")
include("arrays/Reductions.jl")
include("arrays/LinearAlgebra.jl")
include("arrays/Indexing.jl")
include("arrays/Random.jl")
include("arrays/Sorting.jl")
include("arrays/Show.jl")

include("nn/Convolution.jl")
include("nn/Pooling.jl")
include("nn/Softmax.jl")
include("nn/Losses.jl")
include("nn/Normalization.jl")
include("train/Optimizers.jl")

include("compiler/Compiler.jl")
using .Compiler
export @lazuli, @compile, @code_xla, @code_hlo, @code_typed_xla, CannotCompile

function __init__()
    load_library()
    init_places()
    interruptible!(isinteractive())
    atexit(shutdown_default)
end

end
