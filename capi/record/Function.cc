#include "Counts.h"
#include "Handles.h"

using namespace lz;
using namespace lz::capi;

lz_status* lz_function_begin(lz_device* device, const char* name, lz_function** out_function) {
  return guarded("lz_function_begin", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_function, "out_function"));
    *out_function = nullptr;
    LZ_RETURN_IF_ERROR(check(device, "device"));
    LZ_RETURN_IF_ERROR(device->graph->checkRunning());
    *out_function =
        new lz_function{Handle(HandleKind::Function, 1), {*device->graph, name ? name : ""}};
    countHandles(1);
    return okStatus();
  });
}

lz_status* lz_function_parameter(lz_function* function, lz_dtype dtype, const int64_t* dims,
                                 size_t rank, lz_tensor** out_parameter) {
  return guarded("lz_function_parameter", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_parameter, "out_parameter"));
    *out_parameter = nullptr;
    LZ_RETURN_IF_ERROR(check(function, "function"));
    LZ_ASSIGN_OR_RETURN(TensorType type, makeType(dtype, dims, rank));
    LZ_ASSIGN_OR_RETURN(lazy::Node * node, function->function.addParameter(std::move(type)));
    *out_parameter = onlyResult(node);
    return okStatus();
  });
}

lz_status* lz_function_finish(lz_function* function, lz_tensor* const* results,
                              size_t num_results) {
  return guarded("lz_function_finish", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(function, "function"));
    LZ_RETURN_IF_ERROR(checkCount(results, num_results, kMaxTensors, "results"));
    std::vector<lazy::Result*> values;
    for (size_t i = 0; i < num_results; ++i) {
      LZ_RETURN_IF_ERROR(check(results[i], "a result"));
      values.push_back(&resultOf(results[i]));
    }
    return function->function.finish(values);
  });
}

static const lazy::FunctionBody* bodyOf(const lz_function& function) {
  return function.function.isFinished() ? function.function.body().get() : nullptr;
}

size_t lz_function_num_parameters(const lz_function* function) {
  return ask(function, size_t(0), [](auto& f) { return bodyOf(f) ? bodyOf(f)->numParameters : 0; });
}
size_t lz_function_num_captures(const lz_function* function) {
  return ask(function, size_t(0), [](auto& f) { return bodyOf(f) ? bodyOf(f)->numCaptures() : 0; });
}
size_t lz_function_num_results(const lz_function* function) {
  return ask(function, size_t(0),
             [](auto& f) { return bodyOf(f) ? bodyOf(f)->program.body.results.size() : 0; });
}

lz_status* lz_function_capture(const lz_function* function, size_t index, lz_tensor** out_tensor) {
  return guarded("lz_function_capture", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_tensor, "out_tensor"));
    *out_tensor = nullptr;
    LZ_RETURN_IF_ERROR(check(function, "function"));
    if (!bodyOf(*function))
      return failedPrecondition("the function has not been finished: call lz_function_finish");
    const std::vector<lazy::Value>& captures = function->function.captures();
    if (index >= captures.size())
      return absl::OutOfRangeError(absl::StrCat("index ", index, " is too large: the function has ",
                                                captures.size(), " captures"));
    lazy::Result& result = captures[index].result();
    countHandles(function->function.graph().addHandle(result) ? 1 : 0);
    *out_tensor = tensorOf(result);
    return okStatus();
  });
}

lz_status* lz_function_print(const lz_function* function, lz_string** out_text) {
  return guarded("lz_function_print", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(function, "function"));
    if (!bodyOf(*function))
      return failedPrecondition("the function has not been finished: call lz_function_finish");
    *out_text = makeString(print(bodyOf(*function)->program));
    return okStatus();
  });
}

void lz_function_retain(lz_function* function) {
  retain(function);
}
void lz_function_release(lz_function* function) {
  release(function);
}
