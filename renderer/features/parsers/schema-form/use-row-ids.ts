import { useState } from 'react'

/** Stable React keys for rows without ids, so that each row keeps its element when other rows are added or removed. */
export function useRowIds(count: number) {
  const [storedIds, setStoredIds] = useState<readonly number[]>([])
  const next = Math.max(-1, ...storedIds) + 1
  const newIds = Array.from({ length: Math.max(count - storedIds.length, 0) }, (_, index) => next + index)
  const ids = [...storedIds.slice(0, count), ...newIds]
  return {
    ids,
    removed: (index: number) => setStoredIds(ids.toSpliced(index, 1)),
    swapped: (from: number, to: number) =>
      to in ids && setStoredIds(ids.with(from, ids[to]!).with(to, ids[from]!)),
  }
}
