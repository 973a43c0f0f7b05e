import { useEffect, useRef, useState } from 'react'

const BLOCK_SIZE = 100

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
  const requestedVersions = useRef(new Map<number, unknown>())

  useEffect(() => {
    for (let block = Math.floor(from / BLOCK_SIZE); block * BLOCK_SIZE <= to; block++) {
      if (requestedVersions.current.get(block) === version) continue
      requestedVersions.current.set(block, version)
      load(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE).then(
        rows => {
          if (requestedVersions.current.get(block) !== version) return
          blocks.current.set(block, rows)
          redraw(count => count + 1)
        },
        () => requestedVersions.current.delete(block),
      )
    }
  }, [load, version, from, to])

  return index => blocks.current.get(Math.floor(index / BLOCK_SIZE))?.[index % BLOCK_SIZE]
}
