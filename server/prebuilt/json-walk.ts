/** Steps through JSON that may be damaged or of another shape: every look either finds something or gives undefined, null or []. */

/** The value at a dotted path (`tabs.0.title`); undefined where a step is missing. */
export function at(value: unknown, path: string): unknown {
  let node = value
  for (const key of path.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = (node as Record<string, unknown>)[key]
  }
  return node
}

/** The string at a dotted path. */
export const stringAt = (value: unknown, path: string): string | null => {
  const found = at(value, path)
  return typeof found === 'string' ? found : null
}

/** The safe integer at a dotted path. */
export const integerAt = (value: unknown, path: string): number | null => {
  const found = at(value, path)
  return Number.isSafeInteger(found) ? (found as number) : null
}

/** The list at a dotted path. */
export const listAt = (value: unknown, path: string): unknown[] => {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** Every value below `root` that stands under `key`, in the order of the document. Not recursive: depth cannot overflow the stack. */
export function* findAll(root: unknown, key: string): Generator<unknown> {
  const open = [root]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if (Object.hasOwn(node, key)) yield (node as Record<string, unknown>)[key]
    for (const child of Object.values(node).reverse()) open.push(child)
  }
}

/** The first value below `root` that stands under `key`. */
export const find = (root: unknown, key: string): unknown => findAll(root, key).next().value
