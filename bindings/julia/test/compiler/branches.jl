sign_of(x) = sum(x) > 0 ? x : -x
function two_values(x)
    if sum(x) > 0
        a, b = x .* 2, 1
    else
        a, b = x ./ 2, -1
    end
    a .+ b, b
end
function early(x)
    s = sum(x)
    s > 10 && return x .* 10
    s < -10 && return x .* -10
    x .+ s
end
function nested(x)
    y = x
    if sum(x) > 0
        y = y .+ 1
        if maximum(x) > 3
            y = y .* 2
        elseif minimum(x) < -3
            return y .- 100
        end
        y = y .+ 0.5f0
    end
    y
end
both_conditions(x) = sum(x) > 0 && maximum(x) < 5 ? x .+ 1 : x .- 1
either(x) = sum(x) < 0 || maximum(x) > 5 ? x .+ 1 : x .- 1
function one_sided(x)
    y = x
    if sum(x) > 0
        y = x .^ 2
    end
    y
end
function counted(x)
    n = 0
    if sum(x) > 0
        n += 1
    end
    if maximum(x) > 2
        n += 10
    end
    n
end
choose_tuple(x) = sum(x) > 0 ? (x, 1) : (x .* 2, 2)
choose_named(x) = sum(x) > 0 ? (a = x, b = (1f0, 2)) : (a = -x, b = (3f0, 2))
host_condition(x, flag::Bool) = flag ? x .+ 1 : x .- 1
function late_merge(x)
    if sum(x) > 0
        if maximum(x) > 2
            return 1
        end
    end
    minimum(x) < 0 ? 2 : 3
end

@testset "branches" begin
    samples = [Float32[1, 2, 3], Float32[-1, -2, -3], Float32[6, -7, 8], Float32[-6, 2, -9], Float32[0.5, -0.25, 0], Float32[7, 8, 9]]
    for f in (sign_of, two_values, early, nested, both_conditions, either, one_sided, counted, choose_tuple, choose_named, late_merge)
        @test all(x -> agrees(f, x), samples)
    end
    x = samples[1]
    @test agrees(host_condition, x, true)
    @test agrees(host_condition, x, false)
    @test agrees(x -> all(x .> 0) ? x : x .* 0, x)
    @test agrees(x -> isempty(x) ? sum(x) : maximum(x), Float32[])
    # One program contains both sides of the branch.
    f = @compile sign_of(LazuliArray(x))
    @test Array(f(LazuliArray(samples[2]))) == -samples[2]
    @test ops(string(@code_hlo sign_of(LazuliArray(x))))["if"] == 1
end
