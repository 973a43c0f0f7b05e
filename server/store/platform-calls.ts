import { isoOrNull } from '../base/times.ts'
import type { Engine } from './engine.ts'

/** The state of a platform, from the calls of the last 90 days. */
interface PlatformCalls {
  /** When it last returned data. */
  last_success_at: string | null
  /** When it first blocked a call since then; null if it lets this machine in, or was not called. */
  blocked_since: string | null
}

interface Row {
  seq: number
  created_at: number
}

/** Tells how platforms have responded, by the operations that call them. */
export function createPlatformCallStore(engine: Engine) {
  const newestWithData = engine.prepare<Row>(`
    SELECT seq, created_at FROM calls
    WHERE operation = ? AND sources IS NOT NULL AND parser_id IS NULL AND status = 200 ORDER BY seq DESC LIMIT 1
  `)
  const firstBlocked = engine.prepare<Row>(`
    SELECT seq, created_at FROM calls WHERE operation = ? AND error = 'blocked' AND seq > ? ORDER BY seq LIMIT 1
  `)

  return {
    async of(operations: string[]): Promise<PlatformCalls> {
      const [success] = operations.flatMap(id => newestWithData.get(id) ?? []).sort((a, b) => b.seq - a.seq)
      const since = success?.seq ?? 0
      const [blocked] = operations
        .flatMap(id => firstBlocked.get(id, since) ?? [])
        .sort((a, b) => a.seq - b.seq)
      return {
        last_success_at: isoOrNull(success?.created_at ?? null),
        blocked_since: isoOrNull(blocked?.created_at ?? null),
      }
    },
  }
}
