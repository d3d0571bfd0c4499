// The functions that make modules.
#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "base/Cancel.h"

using namespace lz;
using namespace lz::capi;

using BodyRef = std::shared_ptr<const lazy::FunctionBody>;

static lz_module* makeModule(lazy::Graph& graph, BodyRef body) {
  auto* module = new lz_module{Handle(HandleKind::Module, 1), {graph, "main", std::move(body), {}}};
  countHandles(1);
  return module;
}

// Makes the body of a module. All parameters of the program become inputs of the module.
static BodyRef bodyOf(Program program) {
  const size_t numInputs = program.body.params.size();
  return std::make_shared<const lazy::FunctionBody>(lazy::makeBody(std::move(program), numInputs));
}

// `what` is the name of the parameter with the bytes.
static Status readModuleOf(lz_context* context, const char* bytes, size_t size, const char* what,
                           const lz_module_read_options& options, lz_module** out_module) {
  LZ_RETURN_IF_ERROR(check(context, "context"));
  if (!bytes)
    return invalidArgument(what, " is NULL");
  if (size != SIZE_MAX)
    LZ_RETURN_IF_ERROR(checkCount(bytes, size, kMaxTextBytes, what));
  const compiler::ModuleSource source{
      size == SIZE_MAX ? std::string(bytes) : std::string(bytes, size),
      options.name ? options.name : "module", options.function ? options.function : ""};
  const lazy::Engine& engine = context->graph->engine();
  LZ_ASSIGN_OR_RETURN(Program program, engine.compiler->parse(source, engine.options.compile));
  *out_module = makeModule(*context->graph, bodyOf(std::move(program)));
  return okStatus();
}

lz_status* lz_module_parse(lz_context* context, const char* text, size_t size, const char* name,
                           lz_module** out_module) {
  return guarded("lz_module_parse", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_module, "out_module"));
    *out_module = nullptr;
    return readModuleOf(context, text, size, "text",
                        {sizeof(lz_module_read_options), name, nullptr}, out_module);
  });
}

lz_status* lz_module_read(lz_context* context, const char* bytes, size_t size,
                          const lz_module_read_options* options, lz_module** out_module) {
  return guarded("lz_module_read", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_module, "out_module"));
    *out_module = nullptr;
    lz_module_read_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_module_read_options"));
    return readModuleOf(context, bytes, size, "bytes", o, out_module);
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

lz_status* lz_module_clone(const lz_module* module, lz_context* context, lz_module** out_module) {
  return guarded("lz_module_clone", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_module, "out_module"));
    *out_module = nullptr;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    if (context)
      LZ_RETURN_IF_ERROR(check(context, "context"));
    lazy::Graph& graph = context ? *context->graph : module->function.graph();
    *out_module = makeModule(graph, module->function.body());
    return okStatus();
  });
}

// Returns the context's options with the changes in `given`.
static StatusOr<compiler::CompileOptions> passOptions(const lz_pass_options* given,
                                                      const compiler::CompileOptions& ofContext) {
  lz_pass_options o;
  LZ_RETURN_IF_ERROR(readOptions(given, o, "lz_pass_options"));
  LZ_RETURN_IF_ERROR(checkFlag(o.verify, "lz_pass_options.verify"));
  compiler::CompileOptions options = ofContext;
  LZ_ASSIGN_OR_RETURN(options.numerics, numericsOf(o.numerics, options.numerics));
  options.verify = options.verify || o.verify != 0;
  return options;
}

lz_status* lz_module_run_passes(const lz_module* module, const char* passes,
                                const lz_pass_options* options, lz_module** out_module) {
  return guarded("lz_module_run_passes", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_module, "out_module"));
    *out_module = nullptr;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    if (!passes)
      return invalidArgument("passes is NULL; pass their names, for example \"lz-cse,lz-dce\"");
    lazy::Graph& graph = module->function.graph();
    LZ_RETURN_IF_ERROR(graph.checkRunning());
    LZ_RETURN_IF_ERROR(lazy::Engine::checkGoesOn("run passes"));
    lazy::Engine& engine = graph.engine();
    LZ_ASSIGN_OR_RETURN(const compiler::CompileOptions how,
                        passOptions(options, engine.options.compile));
    const CancelScope scope(&engine.stopped);
    LZ_ASSIGN_OR_RETURN(Program program, runPasses(module->function.body()->program, passes, how));
    *out_module = makeModule(graph, bodyOf(std::move(program)));
    return okStatus();
  });
}
