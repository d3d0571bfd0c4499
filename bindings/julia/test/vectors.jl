# Runs the table of test vectors that the library writes: ops with element types and expected bits.
# bindings/vectors/README.md describes its format.
path = get(ENV, "LAZULI_VECTORS", "")
if isempty(path)
    @warn "not run: LAZULI_VECTORS does not name the table of vectors"
else
    include("vectors/table.jl")
end
