import { newId } from '../../base/ids.ts'
import { iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'

/** The account that is used if none is named; created at every start if it is missing. */
export const FIRST_ACCOUNT = 'default'

/**
 * What an account may have at once; its owner may raise each limit. Everything that reads or shows limits uses this list.
 */
export const ACCOUNT_LIMITS = {
  concurrency: { default: 8, description: 'Calls that may run at once.' },
  job_concurrency: { default: 4, description: 'Jobs that may run at once.' },
  max_pending: { default: 20_000, description: 'Jobs that may wait or run, and as many workflow runs.' },
  crons: { default: 1_000, description: 'Crons that there may be.' },
  event_streams: { default: 64, description: 'Streams of events that may be open at once.' },
}
export type LimitName = keyof typeof ACCOUNT_LIMITS
export const LIMIT_NAMES = Object.keys(ACCOUNT_LIMITS) as LimitName[]

/** The owner of resources, and its limits. */
export interface Account {
  id: string
  name: string
  limits: Record<LimitName, number>
  /** Calls of an unlimited account cost nothing and do not change its balance. */
  unlimited: boolean
  /** Credits granted on the first call of each UTC month; 0 for none. */
  monthly_grant: number
  created_at: string
}

/** The fields that the owner may change. */
export interface AccountChanges {
  name?: string
  limits?: Partial<Account['limits']>
  unlimited?: boolean
  monthly_grant?: number
}

interface Row extends Record<LimitName, number> {
  id: string
  name: string
  unlimited: number
  monthly_grant: number
  created_at: number
}

/** Returns a record with a value for each limit. */
const limitsBy = (find: (name: LimitName) => number) =>
  Object.fromEntries(LIMIT_NAMES.map(name => [name, find(name)])) as Record<LimitName, number>

const toAccount = (row: Row): Account => ({
  id: row.id,
  name: row.name,
  limits: limitsBy(name => row[name]),
  unlimited: row.unlimited === 1,
  monthly_grant: row.monthly_grant,
  created_at: iso(row.created_at),
})

const DEFAULT_LIMITS = limitsBy(name => ACCOUNT_LIMITS[name].default)

/** Stores accounts. There are few, and none is ever removed. */
export function createAccountStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO accounts (id, name, ${LIMIT_NAMES}, created_at)
    VALUES (@id, @name, ${LIMIT_NAMES.map(name => `@${name}`)}, @created_at)
    ON CONFLICT (name) DO NOTHING
  `)
  const birthGrant = engine.prepare(`
    INSERT INTO ledger (account_id, kind, delta, subject, created_at)
    VALUES (@id, 'grant', @credits, 'birth', @created_at)
  `)
  const update = engine.prepare(`
    UPDATE accounts SET name = @name, ${LIMIT_NAMES.map(name => `${name} = @${name}`)}, unlimited = @unlimited,
      monthly_grant = @monthly_grant
    WHERE id = @id
  `)
  const byId = engine.prepare<Row>('SELECT * FROM accounts WHERE id = ?')
  const byName = engine.prepare<Row>('SELECT * FROM accounts WHERE name = ?')
  const all = engine.prepare<Row>('SELECT * FROM accounts ORDER BY created_at, id')
  const insertNamed = (name: string, birthCredits: number, now: number): Account => {
    const row = { id: newId('acc', now), name, ...DEFAULT_LIMITS, created_at: now }
    if (insert.run(row).changes) birthGrant.run({ id: row.id, credits: birthCredits, created_at: now })
    return toAccount(byName.get(name)!)
  }
  const read = (row: Row | undefined) => (row ? toAccount(row) : null)

  return {
    find: async (id: string) => read(byId.get(id)),
    findByName: async (name: string) => read(byName.get(name)),
    list: async () => all.all().map(toAccount),

    /** Returns the account with this name; creates it with its birth credits if it does not exist. */
    ensure: (name: string, birthCredits: number, now: number): Promise<Account> =>
      engine.write(() => insertNamed(name, birthCredits, now)),

    /** Creates an account like `ensure`. Returns null if the name is taken. */
    create: (name: string, birthCredits: number, now: number): Promise<Account | null> =>
      engine.write(() => {
        const isTaken = byName.get(name) !== undefined
        return isTaken ? null : insertNamed(name, birthCredits, now)
      }),

    /** Applies the changes; returns null if the account is unknown, 'taken' if another one has the new name. */
    update: (id: string, changes: AccountChanges): Promise<Account | null | 'taken'> =>
      engine.write(() => {
        const row = byId.get(id)
        if (!row) return null
        const { name, limits, unlimited, monthly_grant } = changes
        if (name !== undefined && (byName.get(name)?.id ?? id) !== id) return 'taken'
        update.run({
          ...row,
          ...limits,
          name: name ?? row.name,
          unlimited: Number(unlimited ?? row.unlimited),
          monthly_grant: monthly_grant ?? row.monthly_grant,
        })
        return toAccount(byId.get(id)!)
      }),
  }
}
