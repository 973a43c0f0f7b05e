import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { SeenVersions } from '../../store/naming-search.ts'
import type { Store } from '../../store/open-store.ts'
import type { SessionDocument, SessionRecord } from '../../store/sessions.ts'
import { MAX_DEPENDANTS, namedBy, refuseWhereNeeded } from '../dependants.ts'
import type { ResourceStore } from '../resource.ts'
import type { Services } from '../services.ts'

/** Maximum number of sessions of an account. */
const MAX_SESSIONS = 200

export type ShownSession = SessionRecord & { window: 'open' | 'possible' | null }

/** The session records for answers, with whether each has a window. */
export function sessionRecords(services: Services) {
  const { store, sessions: logins, browser, now } = services
  const { sessions } = store

  const shown = (record: SessionRecord): ShownSession => ({
    ...record,
    window: logins.isOpen(record.id) ? 'open' : browser.canShow() ? 'possible' : null,
  })
  const shownOrNull = (record: SessionRecord | null) => record && shown(record)
  const assertUnderLimit = (accountId: string) => {
    if (sessions.countAll(accountId) >= MAX_SESSIONS) throw tooMany()
  }
  const assertNameFree = (accountId: string, name: string) => {
    if (sessions.isTaken(accountId, name)) throw nameTaken(name)
    assertUnderLimit(accountId)
  }

  return {
    async list(accountId, query) {
      const page = await sessions.list(accountId, query)
      return { ...page, data: page.data.map(shown) }
    },
    count: sessions.count,
    find: async (accountId, id) => shownOrNull(await sessions.find(accountId, id)),
    async create(accountId, body, write) {
      assertNameFree(accountId, body.name)
      const created = sessions.create(accountId, newId('ses', now()), body, now())
      write(() => {
        assertNameFree(accountId, body.name)
        created.write()
      })
      return shown(created.record)
    },
    async replace(accountId, id, body, expected) {
      const replaced = await sessions.replace(accountId, id, body, now(), expected)
      if (replaced === 'taken') throw nameTaken(body.name)
      if (replaced === 'stale' || !replaced) return replaced
      await logins.changed({ accountId, id })
      return shownOrNull(await sessions.find(accountId, id))
    },
    async remove(accountId, id, expected) {
      const { withSession } = store.parsers
      const seen: SeenVersions = new Map()
      const more = namedBy('parsers', await withSession(accountId, id, MAX_DEPENDANTS, seen))
      const recheck = await refuseWhereNeeded(store, accountId, { noun: 'session', id, more })
      const check = () => recheck(namedBy('parsers', withSession.unseen(accountId, id, seen)))
      const removed = await sessions.remove(accountId, id, now(), { expected, check })
      if (removed === true) await logins.forget({ accountId, id })
      return removed
    },
    async restore(accountId, id) {
      const restored = await sessions.restore(accountId, id, now(), () => assertUnderLimit(accountId))
      if (restored === 'taken') throw nameTaken('')
      return shownOrNull(restored)
    },
  } satisfies ResourceStore<SessionDocument, ShownSession>
}

const nameTaken = (name: string) =>
  new AppError(
    'conflict',
    name ? `There is already a session ${name}.` : 'Another session has its name by now.',
    {
      field: 'name',
      hint: 'Choose another name, or change the session that has it.',
    },
  )

const tooMany = () =>
  new AppError('conflict', `This account has ${MAX_SESSIONS} sessions, the maximum.`, {
    extra: { limit: MAX_SESSIONS },
    hint: 'Delete one that is no longer needed; one session may be for many hosts.',
  })

/** Throws 400 if a definition names a session that does not exist. */
export function assertSessionExists(
  { sessions }: Pick<Store, 'sessions'>,
  accountId: string,
  id: string | null | undefined,
): void {
  if (!id || sessions.read(accountId, id)) return
  throw new AppError('invalid_input', `There is no session ${id}.`, {
    field: 'fetch.session',
    hint: 'Choose one that there is (see `GET /v1/sessions`), restore it where it was deleted, or null for none.',
  })
}
