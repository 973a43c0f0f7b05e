import type { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { raiseCommand } from '../../accounts/limits.ts'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { describeExpression } from '../../base/text/cron-reading.ts'
import { nextTickWithJitter } from '../../crons/plan-ticks.ts'
import { checkSchedule } from '../../crons/schedule.ts'
import type { CronChange, CronRecord } from '../../store/crons/crons.ts'
import type { CronDocument } from '../../store/crons/rows.ts'
import type { ScheduledCron } from '../../store/crons/scheduled-crons.ts'
import { assertStillThere } from '../named-records.ts'
import { found, type ResourceStore } from '../resource.ts'
import type { Services } from '../services.ts'
import type { cronBody } from './body.ts'
import { checkWork, namedByCron } from './work.ts'

type CronBody = z.output<typeof cronBody>

/**
 * Throws 403 if the key lacks the scope `run`. A cron runs with the key that last changed or resumed it: its monthly cap
 * applies, and the cron pauses when the key ends. Without this check a cron could do what its key may not.
 */
export function assertRunScope({ key }: Pick<Caller, 'key'>): void {
  if (key.scopes.includes('run')) return
  throw new AppError('forbidden', 'This key does not have the scope `run`, which a cron runs with.', {
    hint: 'Use a key with the scopes `manage` and `run`; pausing and deleting crons needs only `manage`.',
  })
}

/** Throws 409 if the account has the maximum number of crons. The transaction that creates a cron checks again. */
function assertUnderLimit({ store }: Pick<Services, 'store'>, { account }: Pick<Caller, 'account'>): void {
  const limit = account.limits.crons
  if (store.crons.countAll(account.id) < limit) return
  throw new AppError('conflict', `This account has ${limit} crons, which is its limit.`, {
    extra: { limit },
    hint: `Delete one that is no longer needed, or raise the limit: ${raiseCommand(account, 'crons')}.`,
  })
}

/** Returns a cron with its expression in plain words. */
export const shownCron = (record: CronRecord) => ({
  ...record,
  reading: describeExpression(record.expression),
})

const shownOrNull = (record: CronRecord | null) => record && shownCron(record)

/** Returns the change to store for a cron. Throws 400 with the wrong field, 404 if a record that it names is absent. */
async function changeOf(
  services: Services,
  id: string,
  { enabled, ...document }: CronBody,
  { account, key }: Caller,
): Promise<CronChange> {
  const { store, now } = services
  checkSchedule(document, now())
  const storedAccount = found(await store.accounts.find(account.id))
  await checkWork(services, { account: storedAccount }, document)
  return {
    document,
    enabled,
    key_id: key.id,
    check: () => assertStillThere(store, account.id, namedByCron(document)),
    next: enabled ? nextTickWithJitter({ id, ...document }, now()) : null,
  }
}

/**
 * Returns a new cron and the function that writes it, to be called in the transaction of the call that creates the cron.
 * `databaseId` is a database for its results that the same transaction creates.
 */
export async function newCron(services: Services, body: CronBody, caller: Caller, databaseId?: string) {
  const { store, crons: scheduler, now } = services
  assertRunScope(caller)
  assertUnderLimit(services, caller)
  const id = newId('crn', now())
  const change = await changeOf(services, id, body, caller)
  if (databaseId) change.document.target.database_id = databaseId
  const created = store.crons.create(caller.account.id, id, change, now())
  const write = () => {
    assertUnderLimit(services, caller)
    created.write()
    scheduler.wake()
  }
  return { record: shownCron(created.record), write }
}

/** The cron records. Everything that a cron names is checked before it is written. */
export function cronRecords(services: Services) {
  const { store, crons: scheduler, now } = services
  const { crons, cronEndings } = store

  const dropQueued = (cron: { id: string; account_id: string; name: string }, reason: 'paused' | 'deleted') =>
    store.write(() => cronEndings.dropQueued(cron, reason, now()))

  /** Pauses a restored cron if records that it names have been deleted since, until it is fixed. */
  const pauseIfFaulty = (cron: CronRecord, { account }: Caller) =>
    checkWork(services, { account }, cron).catch(error => {
      if (!(error instanceof AppError)) throw error
      const reason = faultReason(error)
      return store.write(() =>
        cronEndings.pause({ ...cron, account_id: account.id }, reason, cron.failures, now()),
      )
    })

  return {
    async list(accountId, query) {
      const page = await crons.list(accountId, query)
      return { ...page, data: page.data.map(shownCron) }
    },
    count: crons.count,
    find: async (accountId, id) => shownOrNull(await crons.find(accountId, id)),
    async create(_accountId, body, write, caller) {
      const created = await newCron(services, body, caller)
      write(created.write)
      return created.record
    },
    /** Keeps a tick that is already due if the schedule stays the same. */
    async replace(accountId, id, body, expected, caller) {
      assertRunScope(caller)
      const before = await crons.find(accountId, id)
      if (!before) return null
      const change = await changeOf(services, id, body, caller)
      if (change.enabled && isSameSchedule(before, body))
        change.next = nextFrom(id, before, change.document) ?? change.next
      const replaced = await crons.replace(accountId, id, change, now(), expected)
      if (replaced === null || replaced === 'stale') return replaced
      if (!replaced.enabled) await dropQueued({ ...replaced, account_id: accountId }, 'paused')
      scheduler.wake()
      return shownCron(replaced)
    },
    remove(accountId, id, expected) {
      const onRemoved = (cron: ScheduledCron) => cronEndings.dropQueued(cron, 'deleted', now())
      return crons.remove(accountId, id, now(), { expected, onRemoved })
    },
    async restore(accountId, id, caller) {
      assertRunScope(caller)
      const restored = await crons.restore(accountId, id, now(), {
        key_id: caller.key.id,
        nextOf: cron => nextTickWithJitter(cron, now()),
        check: () => assertUnderLimit(services, caller),
      })
      if (restored?.enabled) await pauseIfFaulty(restored, caller)
      scheduler.wake()
      return shownOrNull(await crons.find(accountId, id))
    },
  } satisfies ResourceStore<CronBody, ReturnType<typeof shownCron>>
}

const faultReason = ({ code, message, facts }: AppError) =>
  code === 'unknown_resource' ? `What \`${facts.field}\` names was deleted.` : message

const isSameSchedule = (a: Pick<CronDocument, 'expression' | 'timezone'>, b: typeof a) =>
  a.expression === b.expression && a.timezone === b.timezone

/** Returns the next tick from before the change, with the jitter from after it. */
function nextFrom(id: string, { next_run_at }: CronRecord, document: CronDocument) {
  return next_run_at === null ? null : nextTickWithJitter({ id, ...document }, Date.parse(next_run_at) - 1)
}
