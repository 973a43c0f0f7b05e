import { iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'

/** A browser that is signed in to the app, without its secret, of which only a hash is stored. */
export interface Session {
  id: string
  /** The browser and its system, as it named itself when it signed in. */
  browser: string
  created_at: string
  last_used_at: string
  expires_at: string
}

interface Row {
  id: string
  browser: string
  created_at: number
  last_used_at: number
  expires_at: number
}

/** A session to store; times in milliseconds. */
export interface NewSession extends Omit<Row, 'last_used_at'> {
  hash: string
}

/** Of more, those go that were not used for longest. */
const MOST_SESSIONS = 100

const toSession = ({ id, browser, created_at, last_used_at, expires_at }: Row): Session => ({
  id,
  browser,
  created_at: iso(created_at),
  last_used_at: iso(last_used_at),
  expires_at: iso(expires_at),
})

/** Signed-in browsers; one that has ended is removed. */
export function createSessionStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO sessions (id, hash, browser, created_at, last_used_at, expires_at)
    VALUES (@id, @hash, @browser, @created_at, @created_at, @expires_at)
  `)
  const byHash = engine.prepare<Row>('SELECT * FROM sessions WHERE hash = @hash AND expires_at > @now')
  const all = engine.prepare<Row>(
    'SELECT * FROM sessions WHERE expires_at > ? ORDER BY last_used_at DESC, id DESC',
  )
  const note = engine.prepare('UPDATE sessions SET last_used_at = @now WHERE id = @id')
  const remove = engine.prepare('DELETE FROM sessions WHERE id = ?')
  const expire = engine.prepare('DELETE FROM sessions WHERE expires_at <= ?')
  const beyond = engine.prepare<{ id: string }>(`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions ORDER BY last_used_at DESC, id DESC LIMIT -1 OFFSET ${MOST_SESSIONS}
    ) RETURNING id
  `)

  return {
    /** The session that a secret of this hash opens; null where there is none, or it has expired. */
    find(hash: string, now: number): Session | null {
      const row = byHash.get({ hash, now })
      return row ? toSession(row) : null
    },
    /** Those that have not expired, last used first. */
    list: async (now: number) => all.all(now).map(toSession),
    /** Creates one. Returns the ids of those that had to go for it. */
    create: (session: NewSession): Promise<string[]> =>
      engine.write(() => {
        insert.run(session)
        return beyond.all().map(({ id }) => id)
      }),
    noteUse: (id: string, now: number) => engine.write(() => void note.run({ id, now })),
    /** False where there was none. */
    remove: (id: string) => engine.write(() => remove.run(id).changes > 0),
    expire: (now: number) => engine.write(() => void expire.run(now)),
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
