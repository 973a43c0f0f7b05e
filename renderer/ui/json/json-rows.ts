/** A value of a JSON tree as a line. */
export interface JsonRow {
  /** `offers[0].price`; the root is empty. */
  path: string
  /** The name or index that the parent knows it by. */
  name: string | null
  depth: number
  value: unknown
  open: boolean
}

const PLAIN = /^[A-Za-z_$][\w$]*$/

/** The path of a child. */
export const childPath = (parent: string, name: string | number): string => {
  if (typeof name === 'number') return `${parent}[${name}]`
  if (!PLAIN.test(name)) return `${parent}[${JSON.stringify(name)}]`
  return parent ? `${parent}.${name}` : name
}

export const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The children of a branch with their names. */
export function* childrenOf(value: object): Generator<[name: string | number, child: unknown]> {
  if (Array.isArray(value)) yield* value.entries()
  else for (const name in value) yield [name, (value as Record<string, unknown>)[name]]
}

export const sizeOf = (value: object) => (Array.isArray(value) ? value.length : Object.keys(value).length)

/** The lines of a tree in which the branches at `open` show their children. */
export function rowsOf(root: unknown, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = []
  const add = (value: unknown, name: string | null, path: string, depth: number) => {
    const isOpen = isBranch(value) && open.has(path)
    rows.push({ path, name, depth, value, open: isOpen })
    if (!isOpen) return
    for (const [child, inner] of childrenOf(value))
      add(inner, String(child), childPath(path, child), depth + 1)
  }
  add(root, null, '', 0)
  return rows
}

/** Branches that are open at first: the root and small branches right below it. */
export function openAtFirst(root: unknown): Set<string> {
  const open = new Set([''])
  if (!isBranch(root) || sizeOf(root) > 50) return open
  for (const [name, child] of childrenOf(root))
    if (isBranch(child) && sizeOf(child) <= 20) open.add(childPath('', name))
  return open
}
