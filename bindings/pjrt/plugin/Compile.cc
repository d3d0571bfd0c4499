// Compilation, and programs as files.
#include "Entry.h"
#include "Programs.h"
#include "Slots.h"

namespace lz::pjrt {

namespace {

// The beginning of a serialized program. The compile options, the name, and the places of tokens
// follow, each after its size, and then the bytes of lz_executable_save.
constexpr std::string_view kMagic = "LZPJRT2\n";

PJRT_Error* checkFormat(std::string_view format) {
  if (format == "mlir" || format == "hlo")
    return nullptr;
  return invalidArgument("the program format '", format, "' is unknown; use mlir or hlo");
}

PJRT_Error* readTokens(const lz_module* module, auto* read, std::vector<int64_t>& out) {
  const int64_t* places = nullptr;
  size_t count = 0;
  LZ_PJRT_TRY(toError(read(module, &places, &count)));
  out.assign(places, places + count);
  return nullptr;
}

PJRT_Error* compile(Program& program, std::string_view code) {
  lz_module* parsed = nullptr;
  LZ_PJRT_TRY(toError(
      lz_module_parse(program.client->context.get(), code.data(), code.size(), nullptr, &parsed)));
  program.module.reset(parsed);
  LZ_PJRT_TRY(readTokens(parsed, lz_module_input_tokens, program.inputTokens));
  LZ_PJRT_TRY(readTokens(parsed, lz_module_output_tokens, program.outputTokens));
  lz_compile_options options{};
  options.struct_size = sizeof options;
  options.numerics = program.options.numerics;
  lz_executable* executable = nullptr;
  LZ_PJRT_TRY(toError(lz_module_compile(parsed, &options, &executable)));
  program.executable.reset(executable);
  return describe(program);
}

PJRT_LoadedExecutable* loaded(std::shared_ptr<Program> program) {
  auto executable = std::make_unique<PJRT_LoadedExecutable>();
  executable->program = std::move(program);
  return executable.release();
}

// Appends the size of the text and the text itself.
void putText(std::string& out, std::string_view text) {
  const uint64_t size = text.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  out += text;
}

// Takes a text that putText has written.
bool takeText(std::string_view& bytes, std::string& out) {
  uint64_t size = 0;
  if (bytes.size() < sizeof size)
    return false;
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (size > bytes.size())
    return false;
  out = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

std::string bytesOf(const std::vector<int64_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(int64_t)};
}

// Takes numbers whose bytes putText has written.
bool takeNumbers(std::string_view& bytes, std::vector<int64_t>& out) {
  std::string text;
  if (!takeText(bytes, text) || text.size() % sizeof(int64_t) != 0)
    return false;
  out.resize(text.size() / sizeof(int64_t));
  if (!out.empty())
    std::memcpy(out.data(), text.data(), text.size());
  return true;
}

PJRT_Error* load(Program& program, std::string_view bytes, std::string_view otherOptions) {
  if (bytes.substr(0, kMagic.size()) != kMagic)
    return invalidArgument("the bytes are not an executable that this plugin has serialized");
  bytes.remove_prefix(kMagic.size());
  if (!takeText(bytes, program.optionBytes) || !takeText(bytes, program.name) ||
      !takeNumbers(bytes, program.inputTokens) || !takeNumbers(bytes, program.outputTokens))
    return refuse(PJRT_Error_Code_DATA_LOSS, "the serialized executable is incomplete");
  if (!otherOptions.empty())
    program.optionBytes = otherOptions;
  LZ_PJRT_TRY(readCompileOptions(program.optionBytes, program.options));
  LZ_PJRT_TRY(chooseDevices(program));
  lz_executable* executable = nullptr;
  LZ_PJRT_TRY(toError(
      lz_executable_load(program.client->context.get(), bytes.data(), bytes.size(), &executable)));
  program.executable.reset(executable);
  return describe(program);
}

} // namespace

PJRT_Error* Client_Compile(PJRT_Client_Compile_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  PJRT_Program source{};
  LZ_PJRT_TRY(readStruct(args.program, PJRT_Program_OLDEST_SIZE, "PJRT_Program", source));
  LZ_PJRT_TRY(checkGiven(source.code, "program.code"));
  LZ_PJRT_TRY(checkGiven(source.format, "program.format"));
  LZ_PJRT_TRY(checkFormat({source.format, source.format_size}));
  auto program = std::make_shared<Program>();
  program->client = args.client;
  program->name = "main";
  if (args.compile_options)
    program->optionBytes.assign(args.compile_options, args.compile_options_size);
  LZ_PJRT_TRY(readCompileOptions(program->optionBytes, program->options));
  LZ_PJRT_TRY(chooseDevices(*program));
  LZ_PJRT_TRY(compile(*program, {source.code, source.code_size}));
  args.executable = loaded(std::move(program));
  return nullptr;
}

PJRT_Error* Executable_Serialize(PJRT_Executable_Serialize_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  const Program& program = *args.executable->program;
  lz_string* saved = nullptr;
  LZ_PJRT_TRY(toError(lz_executable_save(program.executable.get(), &saved)));
  String owner(saved);
  auto bytes = std::make_unique<std::string>(kMagic);
  putText(*bytes, program.optionBytes);
  putText(*bytes, program.name);
  putText(*bytes, bytesOf(program.inputTokens));
  putText(*bytes, bytesOf(program.outputTokens));
  bytes->append(lz_string_data(saved), lz_string_size(saved));
  giveText(*bytes, &args.serialized_bytes, &args.serialized_bytes_size);
  args.serialized_executable = reinterpret_cast<PJRT_SerializedExecutable*>(bytes.release());
  args.serialized_executable_deleter = [](PJRT_SerializedExecutable* serialized) {
    delete reinterpret_cast<std::string*>(serialized);
  };
  return nullptr;
}

PJRT_Error* Executable_DeserializeAndLoad(PJRT_Executable_DeserializeAndLoad_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  LZ_PJRT_TRY(checkGiven(args.serialized_executable, "serialized_executable"));
  std::string_view otherOptions;
  if (args.overridden_serialized_compile_options)
    otherOptions = {args.overridden_serialized_compile_options,
                    args.overridden_serialized_compile_options_size};
  auto program = std::make_shared<Program>();
  program->client = args.client;
  LZ_PJRT_TRY(
      load(*program, {args.serialized_executable, args.serialized_executable_size}, otherOptions));
  args.loaded_executable = loaded(std::move(program));
  return nullptr;
}

} // namespace lz::pjrt
