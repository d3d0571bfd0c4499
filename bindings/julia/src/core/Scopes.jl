# A barrier computes and keeps all arrays that are alive. The garbage collector would release the
# intermediate values of a step too late, so a scope releases them at its end.

const open_scopes = Threads.Atomic{Int}(0)

@noinline function add_to_scope(handle)
    scope = get(task_local_storage(), :lazuli_scope, nothing)
    scope === nothing || push!(scope::Vector{TensorHandle}, handle)
    return nothing
end

"""
    Lazuli.scoped(f)

Calls `f` and returns its result: an array, or a tuple, struct or dictionary of arrays. Closes all
other arrays that `f` has made, so the next barrier does not compute them. Arrays that `f` writes to
in place keep their new values.

    w, loss = Lazuli.scoped(() -> step(w, x, y))
    Lazuli.barrier()
"""
function scoped(f)
    made_here = TensorHandle[]
    outer = get(task_local_storage(), :lazuli_scope, nothing)
    kept = IdDict{TensorHandle,Nothing}()
    Threads.atomic_add!(open_scopes, 1)
    try
        result = task_local_storage(f, :lazuli_scope, made_here)
        foreach(array -> kept[array.handle] = nothing, arrays_of(result))
        return result
    finally
        Threads.atomic_sub!(open_scopes, 1)
        for handle in made_here
            if !haskey(kept, handle)
                close(handle)
            elseif outer !== nothing
                push!(outer, handle)
            end
        end
    end
end
