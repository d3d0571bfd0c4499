// The classes from which op entries derive. An op is defined only by its entry. mlir-tblgen makes the IR class,
// parser, printer and traits from it. spec/gen/gen_ops.py makes everything else (opcode table, interpreter loops,
// vector emission, C functions, manifest, documentation).
#ifndef LAZULI_SPEC_BASE
#define LAZULI_SPEC_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::lz::hlo";
  let summary = "Lazuli's implementation of the StableHLO operation set.";
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    // Refuses, by name, ops that the specification has and Lazuli does not support.
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef opName) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser& parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter& printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser& parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter& printer) const override;
  }];
}

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::lz::chlo";
  let summary = "The client ops that front ends print beside StableHLO.";
  let extraClassDeclaration = [{
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef opName) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser& parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter& printer) const override;
  }];
}

// Gives the opcode of an op. OpInfo has all other facts. Shape inference verifies the op.
def LZ_OpcodeInterface : OpInterface<"OpcodeInterface"> {
  let cppNamespace = "::lz::hlo";
  let methods = [InterfaceMethod<"The op's entry in the opcode table.", "::lz::Opcode", "getOpcode",
      (ins), /*methodBody=*/"", /*defaultImplementation=*/[{
        static const ::lz::Opcode opcode =
            ::lz::findOp(ConcreteOp::getOperationName())->opcode;
        return opcode;
      }]>];
  let verify = "return ::lz::hlo::verifyOp($_op);";
}

// All operands and results have the same type. Quantized types may differ in their parameters.
def LZ_OneType : NativeOpTrait<"OneType"> {
  let cppNamespace = "::lz::hlo";
}

// The fields of an entry that gen_ops.py reads. mlir-tblgen ignores them.
class LZ_Entry {
  int since = 1;            // ABI version in which the C function appeared; never changes
  string kind = "opaque";   // OpKind, lower case: elementwise view source reduce contraction indexed scatter control library opaque
  string resultSpec = "inferred"; // inferred | dtype | shape | type: what the caller states of the result
  string cName = "";        // the plain name if it differs from the mnemonic
  bit hasCFunction = 1;     // 0 if no lz_<name> is generated
  // 1 if the library has a function with the name of the op (exec/Calls.cc), although the kind of
  // the op is not library.
  bit isCall = 0;
  // 1 if the C function takes the attributes as a struct: there are many, or more may be added.
  bit attributeStruct = 0;
  // Fields of that struct that ask for precision: "precision" for each operand, and "algorithm" for the types of
  // dot_algorithm. Every contraction is at least as precise as HIGHEST asks, so these fields are checked and change
  // nothing.
  list<string> precisionHints = [];
  list<string> irOnly = []; // IR attributes that mean nothing to Lazuli (precision hints); programs leave them out
  // The defaults of attributes that are not given, as "name: value". The value is a number, a case of an enumeration,
  // or the value of each element of a list. The default of a flag is that of its class.
  list<string> defaults = [];
  // Facts about shapes that a C caller must know besides the summary.
  string shapes = "";
  string specSection = "";  // section of the StableHLO specification; the mnemonic if empty
  // The element types of the operands. Shape inference checks them for elementwise ops.
  //   float | int | bool | boolInt | number (float or int) | signed (float or signed int) | part (f32, f64) | any
  // Complex numbers are allowed in addition if `complex` or `takesComplex` says so.
  string types = "any";
  // Elementwise only. Defines the op by a C++ expression over x, y, z of element type T (float for 16-bit floats), in
  // namespace lz::scalar. If an expression for a class of types is given, it replaces `scalar`. If all are empty,
  // scalar/Elementwise.cc computes the op.
  string scalar = "";
  string scalarInt = "";
  string scalarBool = "";
  // Defines the op for complex numbers, by formulas of spec/scalar/ComplexFormulas.h over x, y, z of Complex<R>. The
  // result is a Complex<R>, an R or a predicate. This is the only definition, because compiled programs compute with
  // the parts only (hlo/passes/ExpandComplex.cc). If it is empty, the op takes no complex numbers, or takesComplex
  // says that other code handles them.
  string complex = "";
  bit takesComplex = 0;
  // Vector emission: a C++ expression over `b` (emit/core/LaneBuilder.h), mlir::Values x, y, z, `attrs`, and the
  // element types `from` (of the first operand) and `to` (of the result). emitBool is also used for a select of
  // predicates.
  string emitFloat = "";
  string emitSigned = "";
  string emitUnsigned = "";
  string emitBool = "";
  // Elementwise only: how long the op takes for a vector of 16 f32, in additions of such vectors. The numbers were
  // measured on a CPU with AVX2 and rounded (docs/performance.md, "Costs").
  int cost = 1;
  int wideCost = 0;         // the same for 16 f64; 0: twice as much, because 16 f64 fill twice as many registers
  bit givesPart = 0;        // elementwise only: the result for complex operands is real (abs)
  bit givesPredicate = 0;   // elementwise only: the result is pred, whatever the operands
  // Laws of arithmetic, "types: before -> after", with types as above. "rounding types: ..." is a law whose results
  // may differ in the last place, which numerics level strict does not use. hlo/rewrite/TermRewrite.h explains the
  // terms. All other laws preserve the bits of results, except payloads and signs of NaN.
  list<string> rules = [];
  // Elementwise only: the vector-Jacobian product, with one formula per operand. The formulas use g (the result's
  // cotangent), the operands x, y, z and the result r, in the arithmetic of autodiff/Symbolic.h. "0" means that the
  // derivative is zero wherever it exists (floor, a predicate). "none" means that there is no derivative for this
  // operand. If the list is empty, the op has no derivative.
  list<string> vjp = [];
  // Like `vjp`, but for a complex first operand. It is given only if the formulas are different. As in JAX, a cotangent
  // of a complex number is that of a linear map without conjugation: for r = x * y the cotangent of x is g * y.
  list<string> complexVjp = [];
  // A part of the op's documentation: one example in StableHLO text, which a test parses.
  string example = "";
}

class LZ_Op<Dialect dialect, string mnemonic, list<Trait> traits = []>
    : Op<dialect, mnemonic, [LZ_OpcodeInterface] # traits>, LZ_Entry;

// An op of programs that needs no class in these dialects, because MLIR has one.
class LZ_ForeignOp<string mnemonic, string name> : LZ_Entry {
  string opName = mnemonic;
  string fullName = name;
  string summary = "";
  dag arguments = (ins);
  dag results = (outs);
  dag regions = (region);
}

#endif
