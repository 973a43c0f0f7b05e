/** The parts that are used. Node's types have no WebAssembly, and the browser's types would add everything that Node lacks. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...args: number[]) => unknown>>)
    readonly exports: Record<string, unknown>
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  interface Global {
    readonly value: number
  }
}
