// Compilation, and programs as files.
#include "Entry.h"
#include "Programs.h"
#include "Slots.h"

namespace lz::pjrt {

namespace {

// The beginning of a serialized program. The compile options and the name follow, each after its
// size, and then the bytes of lz_executable_save.
constexpr std::string_view kMagic = "LZPJRT1\n";

PJRT_Error* checkFormat(std::string_view format) {
  if (format == "mlir" || format == "hlo")
    return nullptr;
  return invalidArgument("the program format '", format, "' is unknown; use mlir or hlo");
}

PJRT_Error* compile(Program& program, std::string_view code) {
  lz_module* parsed = nullptr;
  LZ_PJRT_TRY(toError(
      lz_module_parse(program.client->context.get(), code.data(), code.size(), nullptr, &parsed)));
  program.module.reset(parsed);
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

void putSize(std::string& out, size_t size) {
  const uint64_t number = size;
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Takes a text that putSize and the text itself have written.
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

PJRT_Error* load(Program& program, std::string_view bytes, std::string_view otherOptions) {
  if (bytes.substr(0, kMagic.size()) != kMagic)
    return invalidArgument("the bytes are not an executable that this plugin has serialized");
  bytes.remove_prefix(kMagic.size());
  if (!takeText(bytes, program.optionBytes) || !takeText(bytes, program.name))
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
  putSize(*bytes, program.optionBytes.size());
  *bytes += program.optionBytes;
  putSize(*bytes, program.name.size());
  *bytes += program.name;
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
