export type PathStep = string | number

/** Formats a path in the usual notation: `comments[0].author.name`, `links["first name"]`. */
export function pathText(steps: readonly PathStep[]): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`
    if (!/^[A-Za-z_$][\w$-]*$/.test(step)) return `${path}[${JSON.stringify(step)}]`
    return path ? `${path}.${step}` : step
  }, '')
}

/** Returns the children of a list or an object in order; an empty list for other values. */
export function childrenOf(value: unknown): [PathStep, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item])
  return isParent(value) ? Object.entries(value) : []
}

/** Whether a value is a list or an object. */
export const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null

export const sizeOf = (value: object) => (Array.isArray(value) ? value.length : Object.keys(value).length)
