# Compiles whole Julia functions, control flow included, from their typed IR.
#
# A function is walked once for the types and shapes of its arguments. The walk runs the optimized
# SSA form of the function on three kinds of values:
#
#   host values   are what they are in Julia, and calls on them alone run at once: shapes, axes,
#                 loop counts, layers
#   arrays        LazuliArray placeholders. A call of a function of this package runs on them, and
#                 so records itself
#   numbers       an Element{T} stands for a number of type T in the IR, and has a placeholder for
#                 its value
#
# A branch on a value that only the program knows becomes lz_if, a loop with such a condition
# lz_while. So there is one set of op functions, for lazy arrays and for programs, and everything
# that shapes decide is decided by the functions themselves. That is why a shape is no part of the
# array type, as it is in "Automatic full compilation of Julia programs and ML models to Cloud TPUs"
# (Fischer and Saba, 2018): inference would need each op's shape a second time, as a function of
# types, only to find what the walk sees anyway; and with default inference parameters and shapes in
# types a model of 80 layers is inferred anew for each batch size, where the walk reads the same
# typed IR again.
#
#   reflection.jl   the IR of a method, its blocks and loops: all that Julia's version decides
#   errors.jl       CannotCompile: why, where, and what to do
#   values.jl       what of a value is an array or a number of the program
#   calls.jl        what a call means: run it, record it, or walk into it
#   builtins.jl     builtins of Julia
#   walk.jl         statements and blocks
#   branches.jl     if
#   loops.jl        while and for
#   outside.jl      what a program reads that is no input of it
#   changes.jl      what a function does to its arguments
#   arguments.jl    what of the arguments is an input, what is part of the program
#   compile.jl      recording, the cache, runs
#   tracing.jl      recording without typed IR, by one call
#   listing.jl      the forms that people read
#   macros.jl       @lazuli, @compile, @code_xla, @code_hlo, @code_typed_xla
module Compiler

using Random
using ..Lazuli
using ..Lazuli: LazuliArray, Element, Raw

export @lazuli, @compile, @code_xla, @code_hlo, @code_typed_xla, CannotCompile

include("reflection.jl")
include("errors.jl")
include("values.jl")
include("listing.jl")
include("walk.jl")
include("calls.jl")
include("builtins.jl")
include("branches.jl")
include("loops.jl")
include("outside.jl")
include("changes.jl")
include("arguments.jl")
include("tracing.jl")
include("compile.jl")
include("macros.jl")

end
