import { useState } from 'react'

/** Stable React keys for rows without ids, so that each row keeps its element when other rows are added or removed. */
export function useRowIds(count: number) {
  const [kept, keep] = useState<readonly number[]>([])
  const next = Math.max(-1, ...kept) + 1
  const more = Array.from({ length: Math.max(count - kept.length, 0) }, (_, index) => next + index)
  const ids = [...kept.slice(0, count), ...more]
  return {
    ids,
    removed: (index: number) => keep(ids.toSpliced(index, 1)),
    swapped: (from: number, to: number) => to in ids && keep(ids.with(from, ids[to]!).with(to, ids[from]!)),
  }
}
