#include "Run.h"

#include <cstring>

namespace lz::crossings {

void ok(lz_status* status) {
  if (!status)
    return;
  const auto text = [](const char* given) { return std::string(given ? given : ""); };
  const Refusal refusal(lz_status_code(status), text(lz_status_message(status)) + " [" +
                                                    text(lz_status_op(status)) + "] at " +
                                                    text(lz_status_location(status)));
  lz_status_release(status);
  throw refusal;
}

std::vector<lz_tensor*> raw(const Tensors& tensors) {
  std::vector<lz_tensor*> all;
  for (const Tensor& tensor : tensors)
    all.push_back(tensor.get());
  return all;
}

Tensor Run::fromHost(const Matrix& numbers) const {
  const std::vector<float> values(numbers.numbers.begin(), numbers.numbers.end());
  const int64_t dims[2] = {numbers.rows, kColumns};
  lz_tensor* tensor = nullptr;
  ok(lz_tensor_from_host(on(), LZ_DTYPE_F32, dims, 2, values.data(), nullptr, &tensor));
  return own(tensor);
}

Tensor Run::filled(float number) const {
  const int64_t dims[2] = {rows, kColumns};
  lz_tensor *one = nullptr, *wide = nullptr;
  ok(lz_constant(on(), LZ_DTYPE_F32, nullptr, 0, &number, LZ_HERE, &one));
  const Tensor held = own(one);
  ok(lz_broadcast_in_dim(one, nullptr, 0, dims, 2, LZ_HERE, &wide));
  return own(wide);
}

namespace {

template <typename Call, typename... Args> Tensor record(Call call, Args... args) {
  lz_tensor* out = nullptr;
  ok(call(args..., LZ_HERE, &out));
  return own(out);
}

Tensor sumOver(Run& run, const Tensor& x, const std::vector<int64_t>& dims,
               const std::vector<int64_t>& kept) {
  lz_function* begun = nullptr;
  ok(lz_function_begin(run.on(), "sum", &begun));
  const Function body(begun, lz_function_release);
  lz_tensor *p = nullptr, *q = nullptr;
  ok(lz_function_parameter(begun, LZ_DTYPE_F32, nullptr, 0, &p));
  const Tensor left = own(p);
  ok(lz_function_parameter(begun, LZ_DTYPE_F32, nullptr, 0, &q));
  const Tensor right = own(q), sum = record(lz_add, p, q);
  lz_tensor *result = sum.get(), *operand = x.get(), *out = nullptr;
  ok(lz_function_finish(begun, &result, 1));
  const float zero = 0;
  lz_tensor* constant = nullptr;
  ok(lz_constant(run.on(), LZ_DTYPE_F32, nullptr, 0, &zero, LZ_HERE, &constant));
  const Tensor start = own(constant);
  ok(lz_reduce(&operand, 1, &constant, 1, dims.data(), dims.size(), begun, LZ_HERE, &out, 1));
  const Tensor reduced = own(out);
  const int64_t wide[2] = {run.rows, kColumns};
  return record(lz_broadcast_in_dim, out, kept.data(), kept.size(), wide, size_t(2));
}

// Sums products over the dimensions `left` of a and `right` of b. Both lists have the same length.
Tensor contract(const Tensor& a, const Tensor& b, const std::vector<int64_t>& left,
                const std::vector<int64_t>& right) {
  lz_dot_general_attributes dot{};
  dot.struct_size = sizeof dot;
  dot.lhs_contracting_dimensions = left.data();
  dot.num_lhs_contracting_dimensions = left.size();
  dot.rhs_contracting_dimensions = right.data();
  dot.num_rhs_contracting_dimensions = right.size();
  return record(lz_dot_general, a.get(), b.get(), &dot);
}

Tensor recordNode(Run& run, Kind kind, const Operands& operands) {
  const Tensor &a = operands.front(), &b = operands.back();
  const int64_t one = 1, wide[2] = {run.rows, kColumns};
  switch (kind) {
  case Kind::Add:
    return record(lz_add, a.get(), b.get());
  case Kind::Subtract:
    return record(lz_subtract, a.get(), b.get());
  case Kind::Multiply:
    return record(lz_multiply, a.get(), b.get());
  case Kind::Negate:
    return record(lz_negate, a.get());
  case Kind::SumOfRows:
    return sumOver(run, a, {0}, {1});
  case Kind::SumOfColumns:
    return sumOver(run, a, {1}, {0});
  case Kind::SumOfAll:
    return sumOver(run, a, {0, 1}, {});
  case Kind::Product:
    return contract(a, run.fromHost(Sketch::weights()), {1}, {0});
  case Kind::Contraction: {
    const Tensor sum = contract(a, b, {0, 1}, {0, 1});
    return record(lz_broadcast_in_dim, sum.get(), nullptr, size_t(0), wide, size_t(2));
  }
  case Kind::Gram:
    return contract(a, contract(a, b, {0}, {0}), {1}, {0});
  case Kind::Turn:
    return record(lz_reverse, a.get(), &one, size_t(1));
  case Kind::Join: {
    lz_tensor* two[2] = {a.get(), b.get()};
    const Tensor joined = record(lz_concatenate, two, size_t(2), one);
    const int64_t from[2] = {0, 1}, to[2] = {run.rows, 1 + kColumns}, by[2] = {1, 1};
    return record(lz_slice, joined.get(), from, size_t(2), to, size_t(2), by, size_t(2));
  }
  case Kind::Maximum:
    return record(lz_maximum, a.get(), b.get());
  }
  throw std::logic_error("no such kind");
}

Tensor through(Run& run, const Features& features, size_t depth, Kind kind,
               const Operands& operands) {
  if (depth == features.size())
    return recordNode(run, kind, operands);
  return features[run.nesting[depth]]->op(run, operands, [&](const Operands& given) {
    return through(run, features, depth + 1, kind, given);
  });
}

void recordSketch(Run& run, const Features& features) {
  const std::vector<Matrix> values = run.sketch.evaluate(run.rows);
  Tensors tensors;
  for (int i = 0; i < Sketch::kInputs; ++i) {
    Tensor x = run.fromHost(values[size_t(i)]);
    for (const auto& feature : features)
      x = feature->input(run, std::move(x));
    run.inputs.push_back(x);
    tensors.push_back(std::move(x));
  }
  for (const Node& node : run.sketch.nodes()) {
    Operands operands = {tensors[size_t(node.a)]};
    if (arity(node.kind) == 2)
      operands.push_back(tensors[size_t(node.b)]);
    tensors.push_back(through(run, features, 0, node.kind, operands));
  }
  for (int result : run.sketch.results()) {
    const std::vector<double>& numbers = values[size_t(result)].numbers;
    run.wanted.push_back(
        {tensors[size_t(result)], std::vector<float>(numbers.begin(), numbers.end())});
  }
}

// Requests the values by a barrier, by an evaluation, or only by the reads that follow.
void computeAll(Run& run) {
  const uint64_t flags = run.coin() ? LZ_BARRIER_WAIT : 0;
  switch (run.draw(3)) {
  case 0:
    return ok(lz_context_barrier(run.context, run.coin() ? run.on() : nullptr, flags, nullptr));
  case 1: {
    std::vector<lz_tensor*> tensors;
    for (const Run::Wanted& one : run.wanted)
      tensors.push_back(one.tensor.get());
    return ok(lz_evaluate(tensors.data(), tensors.size(), flags, nullptr));
  }
  default:
    return;
  }
}

void compare(Run& run, const Run::Wanted& wanted) {
  std::vector<float> got(wanted.numbers.size(), -12345);
  const size_t bytes = got.size() * sizeof(float);
  if (run.coin()) {
    ok(lz_tensor_read(wanted.tensor.get(), got.data(), bytes));
  } else {
    lz_event* event = nullptr;
    ok(lz_tensor_read_async(wanted.tensor.get(), got.data(), bytes, nullptr, &event));
    lz_status* status = lz_event_wait(event, LZ_WAIT_FOREVER);
    lz_event_release(event);
    ok(status);
  }
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != wanted.numbers[i])
      throw std::logic_error("element " + std::to_string(i) + " is " + std::to_string(got[i]) +
                             " instead of " + std::to_string(wanted.numbers[i]));
}

} // namespace

void runOnce(Run& run, const Features& features) {
  for (const auto& feature : features) {
    feature->hasActed = false;
    feature->begin(run);
  }
  try {
    recordSketch(run, features);
    for (const auto& feature : features)
      feature->recorded(run);
    for (const auto& feature : features)
      feature->compute(run);
    computeAll(run);
    for (const Run::Wanted& wanted : run.wanted)
      compare(run, wanted);
  } catch (const Refusal& refusal) {
    if (!run.mayBeCancelled || refusal.code != LZ_CANCELLED)
      throw;
    run.wasCancelled = true;
  }
  for (const auto& feature : features)
    feature->computed(run);
}

} // namespace lz::crossings
