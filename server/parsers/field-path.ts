/** One step of a path, as errors, reasons and traces write it: `.price`, or `["unit price"]` for an odd name. */
export function fieldStep(name: string): string {
  return /^[\w$-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** A path from its steps: `offers[2].price`. */
export function joinPath(parent: string, step: string): string {
  return parent === '' && step.startsWith('.') ? step.slice(1) : parent + step
}
