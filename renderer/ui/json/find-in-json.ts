import { childPath, childrenOf, isBranch } from './json-rows.ts'

/** A line that holds what is looked for, and the branches that lead to it. */
export interface Found {
  path: string
  branches: string[]
}

const SLICE_MS = 8
const MOST = 1_000

const rest = () => new Promise(resolve => setTimeout(resolve))

/** Names and values that hold a text, whatever its case; at most 1,000. Lets the window breathe in large trees. */
export async function findInJson(root: unknown, text: string, signal: AbortSignal): Promise<Found[]> {
  const wanted = text.toLowerCase()
  const found: Found[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const { name, value, path, branches } of walk(root)) {
    if (holds(name, wanted) || (!isBranch(value) && holds(value, wanted)))
      found.push({ path, branches: [...branches] })
    if (found.length >= MOST) return found
    if (performance.now() < sliceEnd) continue
    await rest()
    signal.throwIfAborted()
    sliceEnd = performance.now() + SLICE_MS
  }
  return found
}

const holds = (value: unknown, wanted: string) => String(value).toLowerCase().includes(wanted)

interface Step {
  name: string | number
  value: unknown
  path: string
  /** Changes while the walk goes on. */
  branches: readonly string[]
}

function* walk(value: unknown, path = '', branches: string[] = []): Generator<Step> {
  if (!isBranch(value)) return
  branches.push(path)
  for (const [name, child] of childrenOf(value)) {
    const at = childPath(path, name)
    yield { name, value: child, path: at, branches }
    yield* walk(child, at, branches)
  }
  branches.pop()
}
