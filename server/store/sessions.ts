import { newId } from '../base/ids.ts'
import { iso, isoOrNull, LAST_TIME } from '../base/times.ts'
import type { HostPattern } from '../pages/sessions/host-patterns.ts'
import { type SessionState, stateFromJson } from '../pages/sessions/session.ts'
import type { Vault } from '../settings/sealed.ts'
import { type ChangeTerms, changeIfCurrent, removeIfCurrent } from './change-if-current.ts'
import { RESTORABLE_MS } from './deleted-records.ts'
import type { Engine } from './engine.ts'
import { createRecordList } from './record-list.ts'
import type { EventStore } from './webhooks/events.ts'

/** The fields of a session that its owner writes. */
export interface SessionDocument {
  name: string
  hosts: HostPattern[]
  login_url: string | null
  login_text: string | null
}

export const SESSION_STATES = ['empty', 'ready', 'expired', 'sealed'] as const

/** A session without its cookies and storage. */
export interface SessionRecord extends SessionDocument {
  id: string
  version: number
  /** `sealed`: it was sealed elsewhere and cannot be opened here. */
  state: (typeof SESSION_STATES)[number]
  cookies: number
  storage_items: number
  /** When the last of the cookies with an expiry expires. */
  cookies_until: string | null
  logged_in_at: string | null
  expired_at: string | null
  last_used_at: string | null
  created_at: string
  updated_at: string
}

interface Row {
  id: string
  version: number
  name: string
  document: string
  is_sealed: 0 | 1
  cookies: number
  storage_items: number
  cookies_until: number | null
  logged_in_at: number | null
  expired_at: number | null
  refused_at: number | null
  last_used_at: number | null
  created_at: number
  updated_at: number
}

const COLUMNS =
  'id, version, name, document, is_sealed, cookies, storage_items, cookies_until, logged_in_at, expired_at, refused_at, last_used_at, created_at, updated_at'

const EMPTY_STATE: SessionState = { cookies: [], storage: [] }

/**
 * Stores sessions. Every function takes the account: sessions of other accounts count as absent. With a vault, cookies and
 * storage are sealed.
 */
export function createSessionStore(engine: Engine, events: EventStore, vault?: Vault) {
  const live = 'account_id = @accountId AND deleted_at IS NULL'
  const byId = engine.prepare<Row>(`SELECT ${COLUMNS} FROM sessions WHERE id = @id AND ${live}`)
  const byName = engine.prepare<{ id: string }>(`SELECT id FROM sessions WHERE name = @name AND ${live}`)
  const stateOf = engine.prepare<{ state: string; is_sealed: 0 | 1 }>(
    'SELECT state, is_sealed FROM sessions WHERE id = ?',
  )
  const insert = engine.prepare(`
    INSERT INTO sessions (id, account_id, version, name, document, state, is_sealed, cookies, storage_items, created_at, updated_at)
    VALUES (@id, @accountId, 1, @name, @document, '', 0, 0, 0, @now, @now)
  `)
  const update = engine.prepare(`
    UPDATE sessions SET version = version + 1, name = @name, document = @document, updated_at = @now WHERE id = @id
  `)
  const keep = engine.prepare(`
    UPDATE sessions SET state = @state, is_sealed = @isSealed, cookies = @cookies, storage_items = @storageItems,
      cookies_until = @cookiesUntil
    WHERE id = @id AND deleted_at IS NULL
  `)
  const logIn = engine.prepare(
    'UPDATE sessions SET logged_in_at = @now, expired_at = NULL, refused_at = NULL WHERE id = @id AND deleted_at IS NULL',
  )
  const use = engine.prepare('UPDATE sessions SET last_used_at = @now WHERE id = @id')
  const clearRefusal = engine.prepare('UPDATE sessions SET refused_at = NULL WHERE id = @id')
  const welcome = engine.prepare('UPDATE sessions SET expired_at = NULL, refused_at = NULL WHERE id = @id')
  const refuse = engine.prepare(
    'UPDATE sessions SET expired_at = coalesce(expired_at, @now), refused_at = @now WHERE id = @id',
  )
  const remove = engine.prepare(`
    UPDATE sessions SET deleted_at = @now, state = '', is_sealed = 0, cookies = 0, storage_items = 0, cookies_until = NULL,
      logged_in_at = NULL, expired_at = NULL, refused_at = NULL
    WHERE id = @id
  `)
  const restore = engine.prepare(
    'UPDATE sessions SET deleted_at = NULL WHERE id = @id AND account_id = @accountId AND deleted_at >= @since',
  )
  const deleted = engine.prepare<Pick<Row, 'name'>>(
    'SELECT name FROM sessions WHERE id = @id AND account_id = @accountId AND deleted_at >= @since',
  )
  const ofPlatform = engine.prepare<{ id: string }>(
    'SELECT id FROM sessions WHERE account_id IS NULL AND name = ? AND deleted_at IS NULL',
  )
  const insertPlatform = engine.prepare(`
    INSERT INTO sessions (id, version, name, document, state, is_sealed, cookies, storage_items, created_at, updated_at)
    VALUES (@id, 1, @name, '{}', '', 0, 0, 0, @now, @now)
  `)
  const expire = engine.prepare('DELETE FROM sessions WHERE deleted_at < ?')

  const toRecord = (row: Row): SessionRecord => {
    const { document, is_sealed, refused_at: _, ...rest } = row
    return {
      ...rest,
      ...(JSON.parse(document) as Omit<SessionDocument, 'name'>),
      state: sessionStateOf(row, is_sealed === 1 && vault === undefined),
      // Rows of former versions may have a time that is out of the range of dates.
      cookies_until: isoOrNull(row.cookies_until && Math.min(row.cookies_until, LAST_TIME)),
      logged_in_at: isoOrNull(row.logged_in_at),
      expired_at: isoOrNull(row.expired_at),
      last_used_at: isoOrNull(row.last_used_at),
      created_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
    }
  }
  const records = createRecordList<Row, { name: string; hosts: string }, SessionRecord>(engine, {
    table: 'sessions',
    prefix: 'ses',
    select: `SELECT ${COLUMNS} FROM sessions`,
    where: live,
    searched: "name, document ->> '$.hosts' AS hosts",
    textsOf: ({ name, hosts }) => [name, ...(JSON.parse(hosts) as string[])],
    show: toRecord,
  })
  const find = (accountId: string, id: string): SessionRecord | null => {
    const row = byId.get({ accountId, id })
    return row ? toRecord(row) : null
  }
  const isTaken = (accountId: string, name: string, exceptId?: string) => {
    const other = byName.get({ accountId, name })
    return other !== undefined && other.id !== exceptId
  }
  const columnsOf = ({ name, ...document }: SessionDocument) => ({ name, document: JSON.stringify(document) })

  function keepState(id: string, state: SessionState): void {
    const text = JSON.stringify(state)
    // Browsers report the expiry of a cookie in fractions of a millisecond.
    const ends = state.cookies.map(({ expiresAt }) => Math.floor(expiresAt)).filter(Number.isFinite)
    keep.run({
      id,
      state: vault ? vault.seal(text) : text,
      isSealed: Number(vault !== undefined),
      cookies: state.cookies.length,
      storageItems: state.storage.reduce((sum, { items }) => sum + items.length, 0),
      cookiesUntil: ends.length > 0 ? Math.max(...ends) : null,
    })
  }

  const open = (id: string): SessionState | null => {
    const { state, is_sealed } = stateOf.get(id)!
    const text = is_sealed ? unseal(state, vault) : state
    return text === null ? null : toState(text)
  }

  return {
    read: find,
    find: async (accountId: string, id: string) => find(accountId, id),
    ...records,
    isTaken,
    /** Returns a new session and `write`, which belongs in the transaction of the call that creates it. */
    create(accountId: string, id: string, document: SessionDocument, now: number) {
      const columns = columnsOf(document)
      const row: Row = {
        ...columns, id, version: 1, is_sealed: 0, cookies: 0, storage_items: 0, cookies_until: null, logged_in_at: null,
        expired_at: null, refused_at: null, last_used_at: null, created_at: now, updated_at: now,
      } // biome-ignore format: a row
      return { record: toRecord(row), write: () => void insert.run({ ...columns, id, accountId, now }) }
    },
    /**
     * Returns null if the session is absent, 'stale' if its version is not `expected`, 'taken' if another one has its name.
     */
    replace: (accountId: string, id: string, document: SessionDocument, now: number, expected?: number) =>
      engine.write((): SessionRecord | null | 'stale' | 'taken' =>
        changeIfCurrent(find(accountId, id), expected, () => {
          if (isTaken(accountId, document.name, id)) return 'taken'
          update.run({ ...columnsOf(document), id, now })
          return find(accountId, id)
        }),
      ),
    /**
     * Deletes its cookies and storage at once. Returns false if the session is absent, 'stale' if its version is not
     * `expected`.
     */
    remove: (accountId: string, id: string, now: number, terms: ChangeTerms = {}) =>
      engine.write(() => removeIfCurrent(find(accountId, id), terms, () => remove.run({ id, now }))),
    /**
     * Undoes a deletion of the last 7 days; the session is then no longer logged in. Calls `check` before, in the
     * same transaction. Returns 'taken' if another one has its name.
     */
    restore: (accountId: string, id: string, now: number, check: () => void) =>
      engine.write((): SessionRecord | null | 'taken' => {
        const params = { id, accountId, since: now - RESTORABLE_MS }
        const old = deleted.get(params)
        if (!old) return null
        check()
        if (isTaken(accountId, old.name)) return 'taken'
        restore.run(params)
        return find(accountId, id)
      }),
    /** Permanently removes sessions that were deleted more than 7 days before `now`. */
    expire: (now: number): Promise<void> => engine.write(() => void expire.run(now - RESTORABLE_MS)),

    /** Returns the cookies and storage of a session; null if it was sealed elsewhere and cannot be opened here. */
    open,
    /** Stores cookies and storage that its sites have changed. */
    keep: (id: string, state: SessionState): Promise<void> => engine.write(() => keepState(id, state)),
    /** Stores the cookies and storage of somebody who has logged in. */
    logIn: (id: string, state: SessionState, now: number): Promise<void> =>
      engine.write(() => {
        keepState(id, state)
        logIn.run({ id, now })
      }),
    /**
     * Returns the cookies and storage that a platform has set, shared by all accounts; none if they cannot be opened here.
     */
    openPlatform(name: string): SessionState {
      const row = ofPlatform.get(name)
      return (row && open(row.id)) ?? EMPTY_STATE
    },
    keepPlatform: (name: string, state: SessionState, now: number): Promise<void> =>
      engine.write(() => {
        const id = ofPlatform.get(name)?.id ?? newId('ses', now)
        if (!ofPlatform.get(name)) insertPlatform.run({ id, name, now })
        keepState(id, state)
      }),
    noteUse: (id: string, now: number): Promise<void> => engine.write(() => void use.run({ id, now })),
    /** Returns when the site last refused the session; null while it is not expired. */
    refusedAt: (accountId: string, id: string): number | null =>
      byId.get({ accountId, id })?.refused_at ?? null,
    /** Lets the session be tried at once although the site has refused it. */
    clearRefusal: (id: string): Promise<void> => engine.write(() => void clearRefusal.run({ id })),
    /** Records that the site accepts the session again. */
    noteWelcome: (id: string): Promise<void> => engine.write(() => void welcome.run({ id })),
    /**
     * Records that the site no longer accepts the session, if `isMeant` returns true in the same transaction. Webhooks are
     * notified once, until somebody has logged in again.
     */
    noteExpired: (accountId: string, id: string, now: number, isMeant = () => true): Promise<void> =>
      engine.write(() => {
        const before = find(accountId, id)
        if (!before || !isMeant()) return
        refuse.run({ id, now })
        if (before.expired_at !== null) return
        const { name, hosts, login_url } = before
        events.enqueue(accountId, 'session.expired', { session_id: id, name, hosts, login_url }, now)
      }),
  }
}

function sessionStateOf(
  { expired_at, cookies, storage_items }: Row,
  isSealed: boolean,
): SessionRecord['state'] {
  if (isSealed) return 'sealed'
  if (cookies + storage_items === 0) return 'empty'
  return expired_at === null ? 'ready' : 'expired'
}

const toState = (text: string): SessionState => (text ? stateFromJson(text) : EMPTY_STATE)

function unseal(sealed: string, vault: Vault | undefined): string | null {
  try {
    return vault?.open(sealed) ?? null
  } catch {
    return null
  }
}
