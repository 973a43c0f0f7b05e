import { newId } from '../../../server/base/ids.ts'
import { nextTick } from '../../../server/crons/schedule.ts'
import type { CronDocument } from '../../../server/store/crons/rows.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { withCopy } from './account-state.ts'

const HOURLY = { expression: '0 * * * *', timezone: 'UTC' }
const HOUR = 3_600_000

/**
 * Writes hourly crons that scrape a page into the store of a stopped service, as if they had last fired `hours` hours ago.
 */
export async function writeCrons(
  dataDir: string,
  target: { parser: string; url: string },
  count: number,
  hours: number,
  more: (i: number) => Partial<CronDocument>,
): Promise<void> {
  const store = openStore(dataDir)
  const account = (await store.accounts.findByName('default'))!
  const [key] = await store.keys.list(account.id)
  const now = Date.now()
  const at = nextTick(HOURLY, now - hours * HOUR)!
  await store.write(() => {
    for (let i = 0; i < count; i++) {
      const document: CronDocument = {
        name: `Cron ${i}`,
        ...HOURLY,
        target: { type: 'parser', id: target.parser, input: { url: target.url }, database_id: null },
        overlap: 'allow',
        misfire: 'run_all',
        jitter_s: 0,
        max_consecutive_failures: null,
        budget: { per_run: null, per_day: null },
        ...more(i),
      }
      const change = { document, enabled: true, key_id: key!.id, next: { at, dueAt: at } }
      store.crons.create(account.id, newId('crn', now), change, now).write()
    }
  })
  store.close()
}

/** The state of the crons in the store of a killed process. */
export interface StoredCronState {
  /** The ticks of each cron that have a row, in order. */
  ticks: Map<string, number[]>
  /** The ids of what cron runs have created. */
  subjects: string[]
  /** The jobs that crons have created. */
  jobs: string[]
  /** The number of these jobs that have a result. */
  completed: number
  /** The number of queued or running cron runs. */
  open: number
}

export const readCronState = (dataDir: string, scratch: string): StoredCronState =>
  withCopy(dataDir, scratch, db => {
    const ticks = new Map<string, number[]>()
    const rows = db
      .prepare<[], { cron_id: string; at: number }>(
        'SELECT cron_id, scheduled_for AS at FROM cron_runs ORDER BY scheduled_for',
      )
      .all()
    for (const { cron_id, at } of rows) ticks.set(cron_id, [...(ticks.get(cron_id) ?? []), at])
    const list = (sql: string) => db.prepare<[], string>(sql).pluck().all()
    return {
      ticks,
      subjects: list('SELECT subject FROM cron_runs WHERE subject IS NOT NULL ORDER BY subject'),
      jobs: list('SELECT id FROM jobs WHERE cron_id IS NOT NULL ORDER BY id'),
      completed: list("SELECT id FROM jobs WHERE cron_id IS NOT NULL AND state = 'completed'").length,
      open: list("SELECT id FROM cron_runs WHERE state IN ('queued', 'running')").length,
    }
  })
