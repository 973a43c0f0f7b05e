import type { Engine } from '../engine.ts'
import { createRemoval } from '../remove-rows.ts'

/** Stores traces of calls with `?debug=1`, which are written with their call and kept until they expire. */
export function createTraceStore(engine: Engine) {
  const find = engine.prepare<{ body: string }>(
    'SELECT body FROM traces WHERE id = ? AND account_id = ? AND expires_at > ?',
  )
  const expire = createRemoval(engine, 'traces', 'expires_at <= ?', { slice: 100 })

  return {
    find: async (accountId: string, id: string, now: number): Promise<unknown> => {
      const row = find.get(id, accountId, now)
      return row ? JSON.parse(row.body) : null
    },
    expire: (now: number): Promise<void> => expire(now),
  }
}
