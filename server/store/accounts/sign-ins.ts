import { iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'

/** A browser that is signed in to the app, without its secret, which is only stored as a hash. */
export interface SignIn {
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

/** A sign-in to store; times in milliseconds. */
interface NewSignIn extends Omit<Row, 'last_used_at'> {
  hash: string
}

/** Beyond this number, those that have not been used for the longest time are removed. */
const MAX_SIGN_INS = 100

const toSignIn = ({ id, browser, created_at, last_used_at, expires_at }: Row): SignIn => ({
  id,
  browser,
  created_at: iso(created_at),
  last_used_at: iso(last_used_at),
  expires_at: iso(expires_at),
})

/** Stores sign-ins of browsers; one that has ended is removed. */
export function createSignInStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO sign_ins (id, hash, browser, created_at, last_used_at, expires_at)
    VALUES (@id, @hash, @browser, @created_at, @created_at, @expires_at)
  `)
  const byHash = engine.prepare<Row>('SELECT * FROM sign_ins WHERE hash = @hash AND expires_at > @now')
  const all = engine.prepare<Row>(
    'SELECT * FROM sign_ins WHERE expires_at > ? ORDER BY last_used_at DESC, id DESC',
  )
  const note = engine.prepare('UPDATE sign_ins SET last_used_at = @now WHERE id = @id')
  const remove = engine.prepare('DELETE FROM sign_ins WHERE id = ?')
  const expire = engine.prepare('DELETE FROM sign_ins WHERE expires_at <= ?')
  const removeExcess = engine.prepare<{ id: string }>(`
    DELETE FROM sign_ins WHERE id IN (
      SELECT id FROM sign_ins ORDER BY last_used_at DESC, id DESC LIMIT -1 OFFSET ${MAX_SIGN_INS}
    ) RETURNING id
  `)

  return {
    /** Returns the sign-in whose secret has this hash; null if there is none, or it has expired. */
    find(hash: string, now: number): SignIn | null {
      const row = byHash.get({ hash, now })
      return row ? toSignIn(row) : null
    },
    /** Returns the sign-ins that have not expired, last used first. */
    list: async (now: number) => all.all(now).map(toSignIn),
    /** Creates a sign-in. Returns the ids of those that were removed to make room for it. */
    create: (signIn: NewSignIn): Promise<string[]> =>
      engine.write(() => {
        insert.run(signIn)
        return removeExcess.all().map(({ id }) => id)
      }),
    noteUse: (id: string, now: number) => engine.write(() => void note.run({ id, now })),
    /** Returns false if the sign-in does not exist. */
    remove: (id: string) => engine.write(() => remove.run(id).changes > 0),
    expire: (now: number) => engine.write(() => void expire.run(now)),
  }
}
