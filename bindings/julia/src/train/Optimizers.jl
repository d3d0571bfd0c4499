# Optimizers. They are functions that take a model, its gradients and a state, and return a new
# model and state. Models are structures of arrays.

"""
    sgd(model, gradients, rate) -> model

Makes one step of gradient descent. Arrays that are not floats do not change.
"""
sgd(model, gradients, rate) = map_arrays((w, g) -> is_float(w) ? w .- as_rate(w, rate) .* g : w, model, gradients)

"Returns a rate in the element type of the array. It is an input of the program, so other rates run the same program."
as_rate(::LazuliArray{T}, rate::Number) where {T} = real_type(T)(rate)
as_rate(::LazuliArray{T}, rate::LazuliScalar) where {T} = convert_elements(T, rate)

"    momentum_state(model)\n\nReturns zeros in the structure of the model, the first velocity."
momentum_state(model) = map_arrays(zero, model)

"    momentum(model, gradients, velocity, rate; decay = 0.9) -> (model, velocity)\n\nMakes one step with momentum."
function momentum(model, gradients, velocity, rate; decay = 0.9)
    velocity = map_arrays((v, g) -> is_float(v) ? as_rate(v, decay) .* v .+ g : v, velocity, gradients)
    return sgd(model, velocity, rate), velocity
end

"""
    AdamState(model)

The state of [`adam`](@ref): running means of the gradients and of their squares, and the powers
`beta1^t` and `beta2^t` after `t` steps.
"""
struct AdamState{M}
    mean::M
    square::M
    powers::Tuple{LazuliArray{Float32,0},LazuliArray{Float32,0}}
end
AdamState(model) = AdamState(map_arrays(zero, model), map_arrays(zero, model), (LazuliArray(1.0f0), LazuliArray(1.0f0)))

"""
    adam(model, gradients, state, rate = 0.001; beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0) -> (model, state)

Makes one step of Adam or, with a weight `decay`, of AdamW.
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
