import { useEffect, useState } from 'react'
import type { Batch } from '../../ui/jobs/records.ts'
import { isOpen } from './api.ts'

interface Sample {
  at: number
  ended: number
}

/** The rate is that of the last moments, not of all the time. */
const WINDOW_MS = 20_000
const SHORTEST_MS = 500
/** A batch that stands still is seen to be slow, too. */
const TICK_MS = 1_000

/** Items a second and milliseconds that are left; null where nothing can be said yet, or any more. */
export function useRate(batch: Batch): { perSecond: number; leftMs: number } | null {
  const [samples, setSamples] = useState<Sample[]>([])
  const { total, pending, running } = batch.counts
  const ended = total - pending - running
  const open = isOpen(batch)
  useEffect(() => {
    const take = () => {
      const now = { at: Date.now(), ended }
      setSamples(before => [...before.filter(({ at }) => now.at - at < WINDOW_MS), now])
    }
    take()
    const timer = open ? setInterval(take, TICK_MS) : undefined
    return () => clearInterval(timer)
  }, [ended, open])
  const [first, last] = [samples[0], samples.at(-1)]
  if (!open || !first || !last || last.at - first.at < SHORTEST_MS) return null
  const perSecond = ((last.ended - first.ended) / (last.at - first.at)) * 1_000
  return perSecond > 0 ? { perSecond, leftMs: ((total - ended) / perSecond) * 1_000 } : null
}
