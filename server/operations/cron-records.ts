import type { z } from 'zod'
import { nextOf } from '../crons/plan-ticks.ts'
import { readingOf } from '../crons/reading.ts'
import { checkSchedule } from '../crons/schedule.ts'
import { newId } from '../ids.ts'
import type { CronDocument } from '../store/cron-rows.ts'
import type { CronChange, CronRecord } from '../store/crons.ts'
import type { cronBody } from './cron-body.ts'
import { checkWork } from './cron-work.ts'
import { found, type ResourceStore } from './resource.ts'
import type { Services } from './services.ts'

type Body = z.output<typeof cronBody>

/** A cron with its expression in plain words. */
export const shownCron = (record: CronRecord) => ({ ...record, reading: readingOf(record.expression) })

const shownOrNull = (record: CronRecord | null) => record && shownCron(record)

/** Crons as records; whatever they name is looked at before they are written. */
export function cronRecords(services: Services) {
  const { store, crons: scheduler, now } = services
  const { crons, cronEndings } = store

  async function changeOf(
    accountId: string,
    id: string,
    { enabled, ...document }: Body,
  ): Promise<CronChange> {
    checkSchedule(document, now())
    const account = found(await store.accounts.find(accountId))
    await checkWork(services, { account }, document)
    return { document, enabled, next: enabled ? nextOf({ id, ...document }, now()) : null }
  }

  const dropQueued = (cron: { id: string; account_id: string; name: string }, reason: 'paused' | 'deleted') =>
    store.write(() => cronEndings.dropQueued(cron, reason, now()))

  return {
    async list(accountId, query) {
      const page = await crons.list(accountId, query)
      return { ...page, data: page.data.map(shownCron) }
    },
    find: async (accountId, id) => shownOrNull(await crons.find(accountId, id)),
    async create(accountId, body, write, keyId) {
      const id = newId('crn', now())
      const change = await changeOf(accountId, id, body)
      const made = crons.create({ account_id: accountId, key_id: keyId }, id, change, now())
      write(() => {
        made.write()
        scheduler.wake()
      })
      return shownCron(made.record)
    },
    /** A tick that is due already, by a schedule that stays, is not lost. */
    async replace(accountId, id, body, expected) {
      const before = await crons.find(accountId, id)
      if (!before) return null
      const change = await changeOf(accountId, id, body)
      if (change.enabled && isSameSchedule(before, body))
        change.next = nextFrom(id, before, change.document) ?? change.next
      const replaced = await crons.replace(accountId, id, change, now(), expected)
      if (replaced === null || replaced === 'stale') return replaced
      if (!replaced.enabled) await dropQueued({ ...replaced, account_id: accountId }, 'paused')
      scheduler.wake()
      return shownCron(replaced)
    },
    async remove(accountId, id, expected) {
      const before = await crons.find(accountId, id)
      if (!before) return false
      await dropQueued({ ...before, account_id: accountId }, 'deleted')
      return crons.remove(accountId, id, now(), expected)
    },
    async restore(accountId, id) {
      const restored = await crons.restore(accountId, id, now(), cron => nextOf(cron, now()))
      scheduler.wake()
      return shownOrNull(restored)
    },
  } satisfies ResourceStore<Body, ReturnType<typeof shownCron>>
}

const isSameSchedule = (a: Pick<CronDocument, 'expression' | 'timezone'>, b: typeof a) =>
  a.expression === b.expression && a.timezone === b.timezone

/** The tick that came next before the change, by the jitter of after it. */
function nextFrom(id: string, { next_run_at }: CronRecord, document: CronDocument) {
  return next_run_at === null ? null : nextOf({ id, ...document }, Date.parse(next_run_at) - 1)
}
