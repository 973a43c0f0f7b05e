export type Step = string | number

/** A path in the common notation: `comments[0].author.name`, `links["first name"]`. */
export function pathText(steps: readonly Step[]): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`
    if (!/^[A-Za-z_$][\w$-]*$/.test(step)) return `${path}[${JSON.stringify(step)}]`
    return path ? `${path}.${step}` : step
  }, '')
}

/** The children of a list or an object, in order; none of any other value. */
export function childrenOf(value: unknown): [Step, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item])
  return isParent(value) ? Object.entries(value) : []
}

/** A list or an object. */
export const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null

export const sizeOf = (value: object) => (Array.isArray(value) ? value.length : Object.keys(value).length)
