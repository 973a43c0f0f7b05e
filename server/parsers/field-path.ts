/**
 * Returns one step of a path, as errors, reasons and traces write it: `.price`, or `["unit price"]` if the name has other
 * characters.
 */
export function fieldStep(name: string): string {
  return /^[\w$-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** Appends a step to a path: `offers[2].price`. */
export function joinPath(parent: string, step: string): string {
  return parent === '' && step.startsWith('.') ? step.slice(1) : parent + step
}
