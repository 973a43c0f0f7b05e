import { iso, isoOrNull, LAST_TIME } from '../../base/times.ts'
import type { Engine } from '../engine.ts'

/** What a key may do: `read` reads records, `run` runs extractions, `manage` changes records. */
export const SCOPES = ['read', 'run', 'manage'] as const
export type Scope = (typeof SCOPES)[number]

/** A key without its secret, which is only stored as a hash. */
export interface ApiKey {
  id: string
  account_id: string
  name: string
  prefix: string
  last4: string
  scopes: Scope[]
  active: boolean
  /** Credits that the key may spend in a UTC month; null for no cap. */
  monthly_cap: number | null
  expires_at: string | null
  /** The origin of the only browser extension that may use the key; null for a key that works from anywhere. */
  origin: string | null
  last_used_at: string | null
  created_at: string
}

/** A key to store; times in milliseconds. */
interface NewKey {
  id: string
  account_id: string
  name: string
  hash: string
  prefix: string
  last4: string
  scopes: Scope[]
  monthly_cap: number | null
  expires_at: number | null
  origin: string | null
  created_at: number
}

interface Row extends Omit<NewKey, 'scopes'> {
  scopes: string
  active: number
  last_used_at: number | null
}

const toKey = ({ hash: _, ...row }: Row): ApiKey => ({
  ...row,
  scopes: row.scopes.split(' ') as Scope[],
  active: row.active === 1,
  expires_at: isoOrNull(row.expires_at && Math.min(row.expires_at, LAST_TIME)),
  last_used_at: isoOrNull(row.last_used_at),
  created_at: iso(row.created_at),
})

const WITH_LAST_USE = `
  SELECT keys.*, (
    SELECT max(last_used_at) FROM (
      SELECT last_used_at FROM (
        SELECT last_used_at FROM key_days WHERE account_id = @account AND key_id = keys.id ORDER BY at DESC LIMIT 1
      )
      UNION ALL
      SELECT last_used_at FROM newer WHERE key_id = keys.id
    )
  ) AS last_used_at FROM keys`

/** The last use of keys in calls that are not part of any sum yet. */
const NEWER = `
  WITH newer AS MATERIALIZED (
    SELECT key_id, max(created_at) AS last_used_at FROM calls
    WHERE seq > (SELECT seq FROM summed WHERE source = 'calls') AND account_id = @account GROUP BY key_id
  )`

/** Stores keys. A revoked key stays as a row, so that its calls still have a name. */
export function createKeyStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO keys (id, account_id, name, hash, prefix, last4, scopes, monthly_cap, expires_at, origin, created_at)
    VALUES (@id, @account_id, @name, @hash, @prefix, @last4, @scopes, @monthly_cap, @expires_at, @origin, @created_at)
  `)
  const byHash = engine.prepare<Row>('SELECT keys.*, NULL AS last_used_at FROM keys WHERE hash = ?')
  const byId = engine.prepare<Row>('SELECT keys.*, NULL AS last_used_at FROM keys WHERE id = ?')
  const ofAccount = engine.prepare<Row>(`${NEWER} ${WITH_LAST_USE} WHERE account_id = @account ORDER BY id`)
  const revoke = engine.prepare('UPDATE keys SET active = 0 WHERE id = ?')

  return {
    findByHash: async (hash: string) => {
      const row = byHash.get(hash)
      return row ? toKey(row) : null
    },
    find: async (id: string): Promise<ApiKey | null> => {
      const row = byId.get(id)
      return row ? toKey(row) : null
    },
    list: async (accountId: string) => ofAccount.all({ account: accountId }).map(toKey),
    create: (key: NewKey): Promise<ApiKey> =>
      engine.write(() => {
        insert.run({ ...key, scopes: key.scopes.join(' ') })
        return toKey(byId.get(key.id)!)
      }),
    /** Deactivates a key and returns it; null if it is unknown. */
    revoke: (id: string): Promise<ApiKey | null> =>
      engine.write(() => (revoke.run(id).changes ? toKey(byId.get(id)!) : null)),
  }
}
