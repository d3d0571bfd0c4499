# The table of vectors that the core makes: op x dtype, with expected bits. The format is in
# bindings/vectors/README.md.
path = get(ENV, "LAZULI_VECTORS", "")
if isempty(path)
    @warn "not run: LAZULI_VECTORS does not name the table of vectors"
else
    include("vectors/table.jl")
end
