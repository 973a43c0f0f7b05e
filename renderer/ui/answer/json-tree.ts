import { searchText } from '../../../server/base/text/search-text.ts'
import { childrenOf, isParent, type PathStep, pathText, sizeOf } from './json-path.ts'

/** A visible row of the tree. */
export interface TreeRow {
  name: PathStep | null
  depth: number
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** The value, shortened if it is long; for lists and objects, their size. */
  text: string
  /** Whether it is open; null if it has no children to open. */
  open: boolean | null
  path: string
}

interface TreeNode {
  name: PathStep | null
  value: unknown
  depth: number
  parent: TreeNode | null
  children: TreeNode[] | null
}

const MAX_TEXT_LENGTH = 400
const INITIAL_ROWS = 120
/** The maximum number of rows when all are opened. */
const MAX_ROWS = 200_000

/**
 * Creates a tree of a JSON value whose rows open and close. Handles many megabytes: nodes are created when their parent
 * opens.
 */
export function createTree(value: unknown) {
  const root: TreeNode = { name: null, value, depth: 0, parent: null, children: null }
  let rows: TreeNode[] = []
  const search = createSearch(value)

  const refresh = () => {
    rows = isParent(value) ? [] : [root]
    const open: TreeNode[] = [...(root.children ?? [])].reverse()
    while (open.length) {
      const node = open.pop()!
      rows.push(node)
      for (let index = (node.children?.length ?? 0) - 1; index >= 0; index--)
        open.push(node.children![index]!)
    }
  }

  /** Opens parents level by level while the number of rows stays below a limit. */
  const openUpTo = (maxRows: number) => {
    let level = [root]
    let count = 0
    while (level.length) {
      const next: TreeNode[] = []
      for (const node of level) {
        const size = isParent(node.value) ? sizeOf(node.value) : 0
        if (!size || (count + size > maxRows && node !== root)) continue
        count += size
        next.push(...openNode(node))
      }
      level = next
    }
    refresh()
  }

  openUpTo(INITIAL_ROWS)
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
    openAll: () => openUpTo(MAX_ROWS),
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

function openNode(node: TreeNode): TreeNode[] {
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

function stepsOf(node: TreeNode): PathStep[] {
  const steps: PathStep[] = []
  for (let at: TreeNode | null = node; at && at.name !== null; at = at.parent) steps.unshift(at.name)
  return steps
}

function rowOf(node: TreeNode): TreeRow {
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
  typeof value === 'string' && value.length > MAX_TEXT_LENGTH
    ? `${value.slice(0, MAX_TEXT_LENGTH)}…`
    : String(value)

const MAX_MATCHES = 10_000

/** Finds the names and values that contain a text, in order. */
function createSearch(value: unknown) {
  let matches: PathStep[][] = []

  const collectMatches = (words: string, node: unknown, path: PathStep[]) => {
    for (const [step, child] of childrenOf(node)) {
      if (matches.length >= MAX_MATCHES) return
      const childPath = [...path, step]
      if (isMatch(words, step, child)) matches.push(childPath)
      if (isParent(child)) collectMatches(words, child, childPath)
    }
  }

  return {
    /** The number of matches, up to 10,000. Ignores case. */
    find(words: string) {
      matches = []
      if (words) collectMatches(searchText(words), value, [])
      return matches.length
    },
    pathOf: (match: number): readonly PathStep[] => matches[match] ?? [],
  }
}

const isMatch = (words: string, step: PathStep, value: unknown) =>
  (typeof step === 'string' && searchText(step).includes(words)) ||
  (!isParent(value) && searchText(String(value)).includes(words))
