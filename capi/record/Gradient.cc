#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "lazy/gradient/Gradients.h"

using namespace lz;
using namespace lz::capi;

static Status resultsOf(lz_tensor* const* tensors, size_t count, const char* what,
                        std::vector<lazy::Result*>& results) {
  LZ_RETURN_IF_ERROR(checkCount(tensors, count, kMaxTensors, what));
  for (size_t i = 0; i < count; ++i) {
    LZ_RETURN_IF_ERROR(check(tensors[i], what));
    results.push_back(&resultOf(tensors[i]));
  }
  return okStatus();
}

lz_status* lz_gradients(lz_tensor* const* outputs, size_t num_outputs, lz_tensor* const* cotangents,
                        lz_tensor* const* arguments, size_t num_arguments,
                        const lz_gradient_options* options, lz_tensor** out_gradients) {
  return guarded("lz_gradients", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_gradients, "out_gradients"));
    LZ_RETURN_IF_ERROR(checkCount(out_gradients, num_arguments, kMaxTensors, "out_gradients"));
    std::fill_n(out_gradients, num_arguments, nullptr);
    lz_gradient_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_gradient_options"));
    LZ_RETURN_IF_ERROR(checkFlag(o.allow_unused, "lz_gradient_options.allow_unused"));
    LZ_RETURN_IF_ERROR(checkReserved(o.reserved, "lz_gradient_options.reserved"));
    std::vector<lazy::Result*> ys, gs, xs;
    LZ_RETURN_IF_ERROR(resultsOf(outputs, num_outputs, "an output", ys));
    LZ_RETURN_IF_ERROR(resultsOf(arguments, num_arguments, "an argument", xs));
    if (cotangents)
      LZ_RETURN_IF_ERROR(resultsOf(cotangents, num_outputs, "a cotangent", gs));
    if (ys.empty())
      return invalidArgument("[gradients] there is no output to differentiate");
    LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> gradients,
                        lazy::recordGradients(graphOf(*ys[0]), {ys, gs, xs, o.allow_unused != 0}));
    for (size_t i = 0; i < num_arguments; ++i)
      out_gradients[i] = tensorOf(*gradients[i]);
    // Several arguments can have the same tensor as their gradient. This tensor counts as one
    // handle, with a reference for each of these arguments.
    std::sort(gradients.begin(), gradients.end());
    countHandles(std::unique(gradients.begin(), gradients.end()) - gradients.begin());
    return okStatus();
  });
}

lz_status* lz_stop_gradient(lz_tensor* operand, const lz_op_options* options, lz_tensor** out) {
  return guarded("lz_stop_gradient", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out, "out"));
    *out = nullptr;
    LZ_RETURN_IF_ERROR(check(operand, "operand"));
    lz_op_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
    lazy::Result* result = &resultOf(operand);
    LZ_ASSIGN_OR_RETURN(lazy::Node * node, lazy::recordStopGradient(graphOf(*result), *result,
                                                                    {o.file, o.line, o.name}));
    *out = onlyResult(node);
    return okStatus();
  });
}

lz_status* lz_function_gradient(lz_function* function, const size_t* parameters,
                                size_t num_parameters, const lz_function_gradient_options* options,
                                lz_function** out_function) {
  return guarded("lz_function_gradient", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_function, "out_function"));
    *out_function = nullptr;
    LZ_RETURN_IF_ERROR(check(function, "function"));
    lz_function_gradient_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_function_gradient_options"));
    LZ_RETURN_IF_ERROR(checkFlag(o.with_values, "lz_function_gradient_options.with_values"));
    LZ_RETURN_IF_ERROR(
        checkFlag(o.with_cotangents, "lz_function_gradient_options.with_cotangents"));
    LZ_RETURN_IF_ERROR(checkCount(parameters, num_parameters, kMaxTensors, "parameters"));
    autodiff::FunctionGradient request{
        {parameters, parameters + num_parameters}, o.with_values != 0, o.with_cotangents != 0};
    const lazy::Function& primal = function->function;
    LZ_ASSIGN_OR_RETURN(lazy::FunctionBody body, lazy::gradientOf(primal, request));
    *out_function = new lz_function{
        Handle(HandleKind::Function, 1),
        {primal.graph(), primal.name() + ".gradient", std::move(body), primal.captures()}};
    countHandles(1);
    return okStatus();
  });
}
