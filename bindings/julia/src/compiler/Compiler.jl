# Compiles whole Julia functions, control flow included, from their typed IR.
#
# The compiler *walks* through a function once for each list of argument types and shapes: it
# interprets the optimized SSA form of the function. Values in a walk are of three kinds:
#
#   host values   ordinary Julia values, such as shapes, axes, loop counts and layers. A call with
#                 only host values runs at once
#   arrays        LazuliArray placeholders. A call of a function of this package runs on the
#                 placeholders, which records its ops
#   numbers       an Element{T} with a placeholder of rank 0 stands for a number of type T in the IR
#
# A branch on a value that only the program knows becomes an lz_if, and a loop with such a condition
# becomes an lz_while.
#
# Lazy arrays and programs use the same functions for ops, and these functions compute the shapes.
# So a shape need not be part of the array type, as it is in "Automatic full compilation of Julia
# programs and ML models to Cloud TPUs" (Fischer and Saba, 2018). With shapes in types, each op
# would also need its shape rule as a function of types, for inference. And Julia would infer a
# model of 80 layers anew for each batch size. The walk uses the same typed IR for all batch sizes.
#
#   reflection.jl   the IR of a method, its blocks and loops: all code that depends on the Julia version
#   errors.jl       CannotCompile: why, where, and what to do
#   values.jl       the values of a walk, and the arrays and numbers in them
#   calls.jl        calls: which ones run, are recorded, or are walked into
#   builtins.jl     builtins of Julia
#   walk.jl         statements and blocks
#   branches.jl     if
#   loops.jl        while and for
#   outside.jl      values that a program reads although they are not its inputs
#   changes.jl      changes that a function makes to its arguments
#   arguments.jl    which parts of the arguments are inputs, and which are part of the program
#   compile.jl      recording, the cache, runs
#   tracing.jl      recording without typed IR, by one call
#   listing.jl      the text of @code_typed_xla
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
