# Optimizers as functions: from a model, its gradients and a state to a new model and state. Models
# are structures of arrays.

"""
    sgd(model, gradients, rate) -> model

One step of gradient descent. Arrays that are not floats stay as they are.
"""
sgd(model, gradients, rate) = map_arrays((w, g) -> is_float(w) ? w .- as_rate(w, rate) .* g : w, model, gradients)

"Rates travel to the program by value: another one runs the same program."
as_rate(::LazuliArray{T}, rate::Number) where {T} = real_type(T)(rate)
as_rate(::LazuliArray{T}, rate::LazuliScalar) where {T} = convert_elements(T, rate)

"    momentum_state(model)\n\nZeros in the form of the model."
momentum_state(model) = map_arrays(zero, model)

"    momentum(model, gradients, velocity, rate; decay = 0.9) -> (model, velocity)"
function momentum(model, gradients, velocity, rate; decay = 0.9)
    velocity = map_arrays((v, g) -> is_float(v) ? as_rate(v, decay) .* v .+ g : v, velocity, gradients)
    return sgd(model, velocity, rate), velocity
end

"""
    AdamState(model)

What [`adam`](@ref) keeps: means of gradients and of their squares, and the powers of both decays so
far.
"""
struct AdamState{M}
    mean::M
    square::M
    powers::Tuple{LazuliArray{Float32,0},LazuliArray{Float32,0}}
end
AdamState(model) = AdamState(map_arrays(zero, model), map_arrays(zero, model), (LazuliArray(1.0f0), LazuliArray(1.0f0)))

"""
    adam(model, gradients, state, rate = 0.001; beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0) -> (model, state)

One step of Adam; with a `decay` of the weights, one of AdamW.
"""
function adam(model, gradients, state::AdamState, rate = 0.001; beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0)
    mix(b) = (m, g) -> is_float(m) ? as_rate(m, b) .* m .+ as_rate(m, 1 - b) .* g : m
    mix_squares(b) = (v, g) -> is_float(v) ? as_rate(v, b) .* v .+ as_rate(v, 1 - b) .* g .* g : v
    means = map_arrays(mix(beta1), state.mean, gradients)
    squares = map_arrays(mix_squares(beta2), state.square, gradients)
    powers = (state.powers[1] * Float32(beta1), state.powers[2] * Float32(beta2))
    function step(w::LazuliArray{T}, m, v) where {T}
        is_float(w) || return w
        unbias = convert_elements(T, 1 / (1 - powers[1]))
        root = convert_elements(T, sqrt(1 / (1 - powers[2])))
        moved = w .- as_rate(w, rate) .* (m .* unbias) ./ (sqrt.(v) .* root .+ as_rate(w, epsilon))
        return decay == 0 ? moved : moved .- (as_rate(w, rate) * as_rate(w, decay)) .* w
    end
    return map_arrays(step, model, means, squares), AdamState(means, squares, powers)
end
