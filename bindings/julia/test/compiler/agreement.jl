# Runs small functions in three ways: in plain Julia, on arrays of Lazuli, and compiled. All three
# must give the same result, and leave the same values in the arguments and globals. If a function
# cannot be compiled, the compiler must refuse it at one of its lines. Each function is a form in
# which an expression replaces E. It runs twice, the second time with other globals. By default a
# fifth of the functions runs. With LAZULI_SLOW, all run.
mutable struct Kept
    w::Any
    n::Int
end
const factor = Ref(2.0)
const terms = [1.0, 2.0]
const plain_weights, device_weights = ones(6), LazuliArray(ones(6))
weights(::Array) = plain_weights
weights(::LazuliArray) = device_weights
factor_now() = factor[]
by_factor(v) = v * factor[]
clear_first!(x) = (x[1:1] .= 0; x)
count_up!(c) = c[] += 1

function set_globals(round)
    factor[] = round + 1
    terms .= [round, 2.0]
    plain_weights .= round
    device_weights .= round
end
globals() = (factor[], copy(terms), copy(plain_weights), Array(device_weights))

const EXPRESSIONS = ["x .* 2", "x .+ y", "abs.(x) .+ n", "ifelse.(x .> 0, x, y)", "x .* r", "max.(x, y)", "x .- sum(y)",
                     "tanh.(x) ./ 2", "y .* x .- r", "x[[2, 1, 4, 3, 6, 5]]"]
# Bodies of functions of x, y, n, r, s, v, d and c, and whether these can be compiled.
const FORMS = [
    "E" => true,
    "x .= E; x" => true,
    "x .= E; nothing" => true,
    "x[2:3] .= sum(E); x .+ 1" => true,
    "z = copy(x); z .= E; sum(z)" => true,
    "s.w = E; s.n += 1; s.w .+ s.n" => true,
    "s.w .= E; s.w .+ y" => true,
    "v[1] = E; v[1] .+ v[2]" => true,
    "push!(v, E); length(v)" => true,
    "for i in 1:3; x .= E; end; x" => true,
    "for i in 1:20; y .= (E) ./ 4; end; y" => true,
    "(sum(x) > 0)[] ? E : y" => true,
    "if (sum(x) > 0)[]; x .= E; end; x" => false,
    "factor[] .* (E)" => true,
    "(E) .+ terms[1]" => true,
    "(E) .* weights(x)" => true,
    "weights(x) .= E; x" => false,
    "factor[] = 7.0; E" => false,
    "terms[1] = 7.0; E" => false,
    "d[:k] = n; (E) .* d[:k]" => true,
    "count_up!(c); (E) .* c[]" => true,
    "(E) .* factor_now()" => true,
    "by_factor.(E)" => true,
    "(u -> u .* factor[])(E)" => true,
    "map(i -> i * factor[], 1:3)[2] .* (E)" => true,
    "z = E; z[z .> 0]" => false,
    "x[x .> 0] .= 1; E" => false,
    "while (sum(abs, x) > 1)[]; x = x ./ 2; end; E" => true,
    "while (sum(abs, x) > 1)[]; x .= x ./ 2; end; E" => false,
    "(sum(x) > 0)[] && (s.n += 1); E" => false,
    "view(x, 1:2) .= sum(E); x" => true,
    "@views x[1:2] .+= 1; E" => true,
    "clear_first!(x); E" => true,
    "z = Any[1, 2]; z[1] = E; z[1] .+ z[2]" => true,
]

arguments_of(array) =
    (array([1.0, -2, 3, 4, -5, 6]), array([2.0, 1, -1, 0.5, 3, -2]), 3, 0.5, Kept(array(ones(6)), 1),
     [array(ones(6)), array([1.0, 2, 3, 4, 5, 6])], Dict(:k => 1), Ref(1))

on_host(x::LazuliArray) = to_host(x)
on_host(x::Kept) = (on_host(x.w), x.n)
on_host(x::Vector{<:AbstractArray}) = Tuple(map(on_host, x))
on_host(x::Dict) = Tuple(sort(collect(x); by = first))
on_host(x::Ref) = x[]
on_host(x::Tuple) = map(on_host, x)
on_host(x) = x

same_values(a::Tuple, b::Tuple) = length(a) == length(b) && all(map(same_values, a, b))
same_values(a::Union{Number,AbstractArray}, b::Union{Number,AbstractArray}) = size(a) == size(b) && isapprox(a, b; rtol = 1e-6)
same_values(a, b) = a == b

"Calls f by `run`. Returns the result, and the values in the arguments and globals after the call."
function outcome_of(run, f, array, round)
    set_globals(round)
    arguments = arguments_of(array)
    result = on_host(run(f, arguments))
    (result, on_host(arguments), globals())
end

function compiled_outcome(f, round)
    try
        outcome_of((f, arguments) -> (@lazuli f(arguments...)), f, LazuliArray, round)
    catch error
        error isa CannotCompile || rethrow()
        error
    end
end

# There is a constant for each kind of array. Keeps the constant of the kind that was used.
comparable((result, arguments, globals), k) = (result, arguments, globals[1], globals[2], globals[k])

function agree(form, expression, is_compiled, name)
    text = "function $name(x, y, n, r, s, v, d, c)\n    $(replace(form, "E" => expression))\nend"
    f = include_string(@__MODULE__, text, "$name.jl")
    for round in 1:2
        plain = comparable(Base.invokelatest(outcome_of, (f, a) -> f(a...), f, identity, round), 3)
        eager = comparable(Base.invokelatest(outcome_of, (f, a) -> f(a...), f, LazuliArray, round), 4)
        same_values(plain, eager) || return "on arrays of Lazuli: $eager, not $plain"
        compiled = Base.invokelatest(compiled_outcome, f, round)
        if !is_compiled
            compiled isa CannotCompile && startswith(compiled.place, "$name.jl:2") || return "it was not refused: $compiled"
        else
            compiled isa CannotCompile && return sprint(showerror, compiled)
            same_values(plain, comparable(compiled, 4)) || return "compiled: $compiled, not $plain"
        end
    end
    ""
end

@testset "agreement of small functions" begin
    stride = haskey(ENV, "LAZULI_SLOW") ? 1 : 5
    for (i, (form, is_compiled)) in enumerate(FORMS), (j, expression) in enumerate(EXPRESSIONS)
        (i + j) % stride == 0 || continue
        problem = agree(form, expression, is_compiled, "agreement_$(i)_$j")
        isempty(problem) || println(replace(form, "E" => expression), ": ", problem)
        @test isempty(problem)
    end
end
