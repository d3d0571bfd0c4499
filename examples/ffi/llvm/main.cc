// A program with an LLVM of any version. It is linked with liblazuli.a, which contains another
// LLVM. The two LLVMs generate code, alternately. Prints "f(20, 22) = 42, x + x = 2 4 6" twice.
#include <cstdio>
#include <cstdlib>
#include <lazuli/lazuli.h>
#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <string>

namespace {

using Function = int(int, int);

void check(LLVMErrorRef error) {
  if (error == nullptr)
    return;
  std::fprintf(stderr, "LLVM: %s\n", LLVMGetErrorMessage(error));
  std::exit(1);
}

void check(lz_status* status) {
  if (status == nullptr)
    return;
  std::fprintf(stderr, "Lazuli: %s\n", lz_status_message(status));
  std::exit(1);
}

// int NAME(int x, int y) { return x + y; } compiled by the program's LLVM.
Function* compileSum(LLVMOrcLLJITRef jit, const std::string& name) {
  LLVMOrcThreadSafeContextRef owner = LLVMOrcCreateNewThreadSafeContext();
  LLVMContextRef context = LLVMOrcThreadSafeContextGetContext(owner);
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext(name.c_str(), context);
  LLVMTypeRef integer = LLVMInt32TypeInContext(context), parameters[] = {integer, integer};
  LLVMValueRef function =
      LLVMAddFunction(module, name.c_str(), LLVMFunctionType(integer, parameters, 2, 0));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  LLVMBuildRet(builder,
               LLVMBuildAdd(builder, LLVMGetParam(function, 0), LLVMGetParam(function, 1), "sum"));
  LLVMDisposeBuilder(builder);
  LLVMOrcThreadSafeModuleRef held = LLVMOrcCreateNewThreadSafeModule(module, owner);
  LLVMOrcDisposeThreadSafeContext(owner);
  check(LLVMOrcLLJITAddLLVMIRModule(jit, LLVMOrcLLJITGetMainJITDylib(jit), held));
  LLVMOrcExecutorAddress address = 0;
  check(LLVMOrcLLJITLookup(jit, &address, name.c_str()));
  return reinterpret_cast<Function*>(address);
}

// Computes data[i] + data[i] in a new context, so that Lazuli compiles it each time.
void doubled(float (&data)[3]) {
  lz_context* context = nullptr;
  lz_device* device = nullptr;
  lz_tensor *x = nullptr, *sum = nullptr;
  const int64_t dims[] = {3};
  check(lz_context_create(nullptr, &context));
  check(lz_context_device(context, 0, &device));
  check(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, data, nullptr, &x));
  check(lz_add(x, x, LZ_HERE, &sum));
  check(lz_tensor_read(sum, data, sizeof data));
  lz_tensor_release(x);
  lz_tensor_release(sum);
  lz_device_release(device);
  lz_context_release(context);
}

} // namespace

int main() {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMOrcLLJITRef jit = nullptr;
  check(LLVMOrcCreateLLJIT(&jit, nullptr));
  for (const char* name : {"f", "g"}) {
    Function* sum = compileSum(jit, name);
    float data[] = {1, 2, 3};
    doubled(data);
    std::printf("f(20, 22) = %d, x + x = %g %g %g\n", sum(20, 22), data[0], data[1], data[2]);
  }
  check(LLVMOrcDisposeLLJIT(jit));
}
