import { hash } from 'node:crypto'

/**
 * Milliseconds by which a tick fires later: up to `jitter_s` seconds, the same whenever it is asked, and never so many
 * that it would come after the next tick.
 */
export function delayOf(cronId: string, at: number, jitterS: number, next: number | null): number {
  const longest = Math.min(jitterS, next === null ? jitterS : (next - at) / 1000 - 1)
  if (longest <= 0) return 0
  const chance = Number.parseInt(hash('sha256', `${cronId} ${at}`).slice(0, 8), 16) / 2 ** 32
  return Math.floor(chance * (longest + 1)) * 1000
}
