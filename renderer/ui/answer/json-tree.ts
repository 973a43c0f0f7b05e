import { childrenOf, isParent, pathText, type Step, sizeOf } from './json-path.ts'

/** A visible row of the tree. */
export interface TreeRow {
  name: Step | null
  depth: number
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** The value, shortened if it is long; for lists and objects, their size. */
  text: string
  /** Whether it is open; null if it has no children to open. */
  open: boolean | null
  path: string
}

interface Node {
  name: Step | null
  value: unknown
  depth: number
  parent: Node | null
  children: Node[] | null
}

const SHOWN_CHARS = 400
const OPEN_AT_FIRST = 120
/** The maximum number of rows when all are opened. */
const MOST_ROWS = 200_000

/**
 * Creates a tree of a JSON value whose rows open and close. Handles many megabytes: nodes are created when their parent
 * opens.
 */
export function createTree(value: unknown) {
  const root: Node = { name: null, value, depth: 0, parent: null, children: null }
  let rows: Node[] = []
  const search = createSearch(value)

  const refresh = () => {
    rows = isParent(value) ? [] : [root]
    const open: Node[] = [...(root.children ?? [])].reverse()
    while (open.length) {
      const node = open.pop()!
      rows.push(node)
      for (let index = (node.children?.length ?? 0) - 1; index >= 0; index--)
        open.push(node.children![index]!)
    }
  }

  /** Opens parents level by level while the number of rows stays below a limit. */
  const openUpTo = (most: number) => {
    let level = [root]
    let count = 0
    while (level.length) {
      const next: Node[] = []
      for (const node of level) {
        const size = isParent(node.value) ? sizeOf(node.value) : 0
        if (!size || (count + size > most && node !== root)) continue
        count += size
        next.push(...openNode(node))
      }
      level = next
    }
    refresh()
  }

  openUpTo(OPEN_AT_FIRST)
  return {
    count: () => rows.length,
    rows: (from: number, to: number) => rows.slice(from, to).map(rowOf),
    /** Opens a closed row, closes an open one. */
    toggle(index: number) {
      const node = rows[index]
      if (!node || !isParent(node.value)) return
      if (node.children) node.children = null
      else openNode(node)
      refresh()
    },
    openAll: () => openUpTo(MOST_ROWS),
    closeAll() {
      for (const child of root.children ?? []) child.children = null
      refresh()
    },
    /** The index of the parent's row; -1 at the top. */
    parentOf: (index: number) => (rows[index]?.parent ? rows.indexOf(rows[index].parent) : -1),
    /** The value of a row as text to copy: strings without quotes, everything else as JSON. */
    copy(index: number) {
      const found = rows[index]?.value
      return typeof found === 'string' ? found : JSON.stringify(found, null, 2)
    },
    find: search.find,
    /** Opens the parents of a match and returns its row. */
    reveal(match: number) {
      let node = root
      for (const step of search.pathOf(match)) {
        if (!node.children) openNode(node)
        node = node.children!.find(({ name }) => name === step)!
      }
      refresh()
      return rows.indexOf(node)
    },
  }
}

function openNode(node: Node): Node[] {
  const depth = node.parent ? node.depth + 1 : 0
  node.children = childrenOf(node.value).map(([name, value]) => ({
    name,
    value,
    depth,
    parent: node,
    children: null,
  }))
  return node.children
}

function stepsOf(node: Node): Step[] {
  const steps: Step[] = []
  for (let at: Node | null = node; at && at.name !== null; at = at.parent) steps.unshift(at.name)
  return steps
}

function rowOf(node: Node): TreeRow {
  const { name, value, depth } = node
  const path = pathText(stepsOf(node))
  if (!isParent(value)) return { name, depth, kind: kindOf(value), text: textOf(value), open: null, path }
  const size = sizeOf(value)
  const text = Array.isArray(value) ? `[${size}]` : `{${size}}`
  return { name, depth, kind: kindOf(value), text, open: size ? node.children !== null : null, path }
}

const kindOf = (value: unknown): TreeRow['kind'] =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as TreeRow['kind'])

const textOf = (value: unknown) =>
  typeof value === 'string' && value.length > SHOWN_CHARS ? `${value.slice(0, SHOWN_CHARS)}…` : String(value)

const MOST_MATCHES = 10_000

/** Finds the names and values that contain a text, in order. */
function createSearch(value: unknown) {
  let matches: Step[][] = []

  const walk = (words: string, node: unknown, path: Step[]) => {
    for (const [step, child] of childrenOf(node)) {
      if (matches.length >= MOST_MATCHES) return
      const own = [...path, step]
      if (isMatch(words, step, child)) matches.push(own)
      if (isParent(child)) walk(words, child, own)
    }
  }

  return {
    /** The number of matches, up to 10,000. Ignores case. */
    find(words: string) {
      matches = []
      if (words) walk(words.toLowerCase(), value, [])
      return matches.length
    },
    pathOf: (match: number): readonly Step[] => matches[match] ?? [],
  }
}

const isMatch = (words: string, step: Step, value: unknown) =>
  (typeof step === 'string' && step.toLowerCase().includes(words)) ||
  (!isParent(value) && String(value).toLowerCase().includes(words))
