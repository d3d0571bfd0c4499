# A broadcast f.(a, b) calls f once. Each array is passed as an `Element`, which stands for all its
# elements.

using Base.Broadcast: Broadcasted, BroadcastStyle, AbstractArrayStyle, DefaultArrayStyle

struct LazuliStyle{N} <: AbstractArrayStyle{N} end
LazuliStyle{M}(::Val{N}) where {M,N} = LazuliStyle{N}()
LazuliStyle(::Val{N}) where {N} = LazuliStyle{N}()

"A wrapper of Julia, such as a view or a transpose, around an array of this package."
const Wrapped{T<:ElementType,N} = Union{SubArray{T,N,<:LazuliArray},Adjoint{T,<:LazuliArray},Transpose{T,<:LazuliArray},
                                        PermutedDimsArray{T,N,<:Any,<:Any,<:LazuliArray}}
const AnyLazuli{T<:ElementType,N} = Union{LazuliArray{T,N},Wrapped{T,N}}
"The wrappers as separate types, for methods that would be ambiguous for a union."
const WRAPPERS = (SubArray{<:ElementType,<:Any,<:LazuliArray}, Adjoint{<:ElementType,<:LazuliVector},
                  Adjoint{<:ElementType,<:LazuliMatrix}, Transpose{<:ElementType,<:LazuliVector},
                  Transpose{<:ElementType,<:LazuliMatrix}, PermutedDimsArray{<:ElementType,<:Any,<:Any,<:Any,<:LazuliArray})

BroadcastStyle(::Type{<:LazuliArray{T,N}}) where {T,N} = LazuliStyle{N}()
BroadcastStyle(::Type{<:SubArray{T,N,<:LazuliArray}}) where {T,N} = LazuliStyle{N}()
BroadcastStyle(::Type{<:Adjoint{T,<:LazuliArray}}) where {T} = LazuliStyle{2}()
BroadcastStyle(::Type{<:Transpose{T,<:LazuliArray}}) where {T} = LazuliStyle{2}()
BroadcastStyle(::Type{<:PermutedDimsArray{T,N,P,Q,<:LazuliArray}}) where {T,N,P,Q} = LazuliStyle{N}()

# Sizes are not checked here but when an op is recorded, so that the error can name both sizes.
Broadcast.instantiate(bc::Broadcasted{<:LazuliStyle}) = bc
Broadcast.instantiate(bc::Broadcasted{LazuliStyle{0}}) = bc

Base.copy(bc::Broadcasted{<:LazuliStyle}) = evaluate_alone(bc)
Base.copy(bc::Broadcasted{LazuliStyle{0}}) = evaluate_alone(bc)
evaluate_alone(bc) = is_made_of_ops(bc) ? evaluate(bc) : scoped(() -> evaluate(bc))

# A broadcast of only these functions runs without a scope. Other functions may make intermediate
# values, so their broadcast runs in a scope, which closes these values.
const OPS = Union{map(f -> typeof(eval(f)), [FUNCTIONS_OF_TWO; FUNCTIONS_OF_ONE])...,typeof(Base.literal_pow),typeof(ifelse),
                  typeof(identity),typeof(float),Type}
is_made_of_ops(bc::Broadcasted) = bc.f isa OPS && are_made_of_ops(bc.args...)
is_made_of_ops(x) = true
are_made_of_ops() = true
are_made_of_ops(x, others...) = is_made_of_ops(x) && are_made_of_ops(others...)

@inline function evaluate(bc::Broadcasted)
    operands = map(lower, bc.args)
    computed = result_array(apply(bc.f, operands...), bc)
    result = is_among(computed, bc.args...) ? copy(computed) : computed
    close_operands(result, operands, bc.args)
    return result
end

"Whether the array is one of these arguments. For example, real.(x) returns a real `x` itself."
@inline is_among(array) = false
@inline is_among(array, x, others...) = (x isa LazuliArray && x.handle === array.handle) || is_among(array, others...)

# The value that a function gets for each argument of a broadcast.
lower(x::LazuliArray) = Element(x)
lower(x::Wrapped) = Element(LazuliArray(x))
lower(x::AbstractArray) = Element(LazuliArray(x))
lower(bc::Broadcasted{<:LazuliStyle}) = Element(evaluate(bc))
lower(bc::Broadcasted) = lower(Broadcast.materialize(bc))
lower(x::Ref) = x[]
lower(x::Tuple) = Element(LazuliArray(collect(x)))
lower(x) = x

# A function that branches on elements, or that only takes Julia's numbers, cannot be called with
# elements. The compiler walks through its typed IR instead.
function apply(f, operands...)
    try
        return f(operands...)
    catch error
        is_about_elements(error) || rethrow()
    end
    return walk(f, operands)
end
is_about_elements(error) = (error isa TypeError && error.expected === Bool) ||
                           (error isa MethodError && any(x -> x isa Element, error.args))
@noinline walk(@nospecialize(f), @nospecialize(operands)) = Base.inferencebarrier(Compiler.apply_elements)(f, operands...)
@inline apply(f::OPS, operands...) = f(operands...)
@inline apply(::typeof(ifelse), c, a, b) = select(c, a, b)
@inline apply(f::Type, x::Element) = as_element(f, x)

"Closes the arrays that the broadcast made for its operands."
@inline close_operands(result, operands::Tuple{}, args) = nothing
@inline function close_operands(result, operands, args)
    close_operand(first(operands), first(args), result)
    return close_operands(result, Base.tail(operands), Base.tail(args))
end
@inline close_operand(operand, x, result) = nothing
@inline close_operand(operand::Element, x::LazuliArray, result) = nothing
@inline function close_operand(operand::Element, x, result)
    result.handle === operand.array.handle || close(operand.array)
    return nothing
end

function result_array(x::Element, bc)
    dims = full_size(bc)
    return size(x.array) == dims ? x.array : spread(x.array, dims)
end
result_array(x::Number, bc) = fill(x, full_size(bc))
result_array(x::LazuliArray, bc) = result_array(Element(x), bc)
@noinline result_array(x, bc) =
    throw(LazuliError("broadcast", "$(bc.f) gave a $(typeof(x)); a function that is broadcast gives one number"))

full_size(bc::Broadcasted) = sizes_of(bc.args...)
full_size(x::AbstractArray) = size(x)
full_size(x::Tuple) = (length(x),)
full_size(x) = ()
sizes_of() = ()
sizes_of(x, others...) = broadcast_dims(full_size(x), sizes_of(others...))

# Assignments a .= b.

# Each kind of broadcast has a method of its own. With one method for all kinds, calls would be
# ambiguous, because Base has methods for some kinds.
for B in (Broadcasted, Broadcasted{Nothing}, Broadcasted{<:AbstractArrayStyle{0}}, Broadcasted{<:LazuliStyle},
          Broadcasted{LazuliStyle{0}})
    @eval Base.copyto!(to::LazuliArray, bc::$B) = broadcast_into!(to, bc)
    @eval Base.copyto!(to::SubArray{T,N,<:LazuliArray}, bc::$B) where {T,N} = broadcast_into!(to, bc)
end
broadcast_into!(to::LazuliArray{T}, bc) where {T} = assign!(to, fitting(T, array_of(materialized(bc)), size(to)))
function broadcast_into!(to::SubArray{T}, bc) where {T}
    setindex!(parent(to), fitting(T, array_of(materialized(bc)), size(to)), parentindices(to)...)
    return to
end
materialized(bc::Broadcasted{<:LazuliStyle}) = copy(bc)
materialized(bc::Broadcasted{<:AbstractArrayStyle{0}}) = bc.f(map(Broadcast.materialize, map(lower, bc.args))...)
materialized(bc::Broadcasted{LazuliStyle{0}}) = copy(bc)
materialized(bc::Broadcasted) = Broadcast.materialize(bc)

Base.copyto!(to::LazuliArray{T,N}, from::LazuliArray{S,N}) where {S,T,N} = assign!(to, fitting(T, from, size(to)))
Base.copyto!(to::LazuliArray{T,N}, from::AbstractArray{S,N}) where {S,T,N} =
    assign!(to, fitting(T, LazuliArray(from), size(to)))
Base.fill!(to::LazuliArray{T}, x) where {T} = assign!(to, fill(T(x), size(to)))

"Converts the elements of the value to type T, and repeats the value to the size `dims`."
function fitting(::Type{T}, value::LazuliArray, dims::Dims) where {T}
    if !fits(size(value), dims)
        throw(LazuliError("setindex!", "a value of size $(size(value)) does not fit into size $dims"))
    end
    return spread_converted(T, value, dims)
end

Base.map(f, x::LazuliArray, others::LazuliArray...) = broadcast(f, x, others...)

fits(from::Dims, to::Dims) = length(from) <= length(to) && all(d -> from[d] == 1 || from[d] == to[d], 1:length(from))

# Functions of whole arrays, without a broadcast: x + y, x - y, -x, 2 * x, x / 2.
for f in (:+, :-)
    @eval function Base.$f(x::LazuliArray{S,N}, y::LazuliArray{T,N}) where {S,T,N}
        size(x) == size(y) || throw_other_sizes($(string(f)), x, y)
        return elementwise($f, x, y)
    end
end
@noinline throw_other_sizes(op, x, y) =
    throw(LazuliError(op, "arrays of sizes $(size(x)) and $(size(y)) have no $op; x .$op y broadcasts"))
Base.:-(x::LazuliArray) = inner(-Element(x))
for f in (:*, :/)
    @eval Base.$f(x::LazuliArray, y::Number) = elementwise($f, x, y)
    @eval Base.$f(x::LazuliArray, y::LazuliScalar) = elementwise($f, x, y)
end
Base.:*(x::Number, y::LazuliArray) = elementwise(*, x, y)
Base.:*(x::LazuliScalar, y::LazuliArray) = elementwise(*, x, y)
Base.:\(x::Number, y::LazuliArray) = elementwise(/, y, x)
Base.conj(x::LazuliArray{<:Complex}) = inner(conj(Element(x)))
Base.real(x::LazuliArray{<:Complex}) = inner(real(Element(x)))
Base.imag(x::LazuliArray{<:Complex}) = inner(imag(Element(x)))
