// Where modules come from.
#include "Counts.h"
#include "Handles.h"

using namespace lz;
using namespace lz::capi;

using BodyRef = std::shared_ptr<const lazy::FunctionBody>;

static lz_module* makeModule(lazy::Graph& graph, BodyRef body) {
  auto* module = new lz_module{Handle(HandleKind::Module, 1), {graph, "main", std::move(body), {}}};
  countHandles(1);
  return module;
}

// All parameters of the program are the module's inputs.
static BodyRef bodyOf(Program program) {
  const size_t numInputs = program.body.params.size();
  return std::make_shared<const lazy::FunctionBody>(lazy::makeBody(std::move(program), numInputs));
}

lz_status* lz_module_parse(lz_context* context, const char* text, size_t size, const char* name,
                           lz_module** out_module) {
  return guarded("lz_module_parse", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_module, "out_module"));
    *out_module = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    if (!text)
      return invalidArgument("text is NULL");
    if (size != SIZE_MAX)
      LZ_RETURN_IF_ERROR(checkCount(text, size, kMaxTextBytes, "text"));
    std::string copy = size == SIZE_MAX ? std::string(text) : std::string(text, size);
    LZ_ASSIGN_OR_RETURN(Program program, parseModule(copy, name ? name : "module"));
    *out_module = makeModule(*context->graph, bodyOf(std::move(program)));
    return okStatus();
  });
}

lz_status* lz_module_from_function(const lz_function* function, lz_module** out_module) {
  return guarded("lz_module_from_function", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_module, "out_module"));
    *out_module = nullptr;
    LZ_RETURN_IF_ERROR(check(function, "function"));
    const lazy::Function& f = function->function;
    if (!f.isFinished())
      return failedPrecondition("the function has not been finished: call lz_function_finish");
    *out_module =
        makeModule(f.graph(), f.captures().empty() ? f.body() : bodyOf(f.body()->program));
    return okStatus();
  });
}
