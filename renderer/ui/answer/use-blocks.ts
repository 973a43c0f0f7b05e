import { useEffect, useRef, useState } from 'react'

const BLOCK = 100

/**
 * Fetches the visible rows of a long list in blocks, each block once. A new `version` fetches them again; the old rows are
 * shown until then.
 */
export function useBlocks<Row>(
  load: (from: number, to: number) => Promise<Row[]>,
  version: unknown,
  { from, to }: { from: number; to: number },
): (index: number) => Row | undefined {
  const [, redraw] = useState(0)
  const blocks = useRef(new Map<number, Row[]>())
  const asked = useRef(new Map<number, unknown>())

  useEffect(() => {
    for (let block = Math.floor(from / BLOCK); block * BLOCK <= to; block++) {
      if (asked.current.get(block) === version) continue
      asked.current.set(block, version)
      load(block * BLOCK, (block + 1) * BLOCK).then(
        rows => {
          if (asked.current.get(block) !== version) return
          blocks.current.set(block, rows)
          redraw(count => count + 1)
        },
        () => asked.current.delete(block),
      )
    }
  }, [load, version, from, to])

  return index => blocks.current.get(Math.floor(index / BLOCK))?.[index % BLOCK]
}
