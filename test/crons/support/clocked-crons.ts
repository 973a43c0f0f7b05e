import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../../server/base/errors.ts'
import { newId } from '../../../server/base/ids.ts'
import { createWallClock } from '../../../server/base/wall-clock.ts'
import type { CronStarter } from '../../../server/crons/firing.ts'
import { nextTickWithJitter } from '../../../server/crons/plan-ticks.ts'
import { createScheduler } from '../../../server/crons/scheduler.ts'
import type { CronDocument, CronRun } from '../../../server/store/crons/rows.ts'
import { openStore } from '../../../server/store/open-store.ts'

const ACCOUNT = 'acc_1'

const DOCUMENT: CronDocument = {
  name: 'test',
  expression: '0 * * * *',
  timezone: 'UTC',
  target: { type: 'api', id: 'none', input: {}, database_id: null },
  overlap: 'skip',
  misfire: 'run_once',
  jitter_s: 0,
  max_consecutive_failures: null,
  budget: { per_run: null, per_day: null },
}

/** A scheduler over a real store, with a clock that the test sets. The test also ends what crons start. */
function clockedCrons(start: string) {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'))
  let store = openStore(folder)
  let clock = Date.parse(start)
  let steady = 0
  let price = 1
  let startMs = 0
  let refusal: AppError | null = null
  let count = 0
  let trouble: unknown = null
  const stopped: string[] = []

  const used = new Map<string, number>()

  const starter: CronStarter<string> = {
    async check(_cron, { allowance }) {
      return refusal ?? (price > allowance ? new AppError('over_budget', 'Too much.') : null)
    },
    used: async (_cron, subject) => used.get(subject) ?? 0,
    async start(cron, { by, allowance, alongside }) {
      clock += startMs
      steady += startMs
      const refused = await starter.check(cron, { by, allowance, ending: [] })
      if (refused) return refused
      const created = { subject: `job_${++count}`, reserved: price, used: 0 }
      return store
        .write(() => alongside(created))
        .then(
          () => null,
          error => AppError.from(error),
        )
    },
    async stop(_cron, subject) {
      stopped.push(subject)
      await finish(subject, 'cancelled', used.get(subject) ?? 0)
    },
  }

  const build = () =>
    createScheduler<string>({
      store,
      clock: createWallClock(
        () => clock,
        () => steady,
      ),
      report: error => {
        trouble = error
      },
    })
  let scheduler = build()

  /** Waits until nothing is due and nothing is being started. */
  const quiet = async () => {
    for (let idleTurns = 0, all = 0; idleTurns < 40 && all < 5_000; idleTurns++, all++) {
      await setImmediate()
      if (trouble) throw trouble
      if ((await store.crons.due(clock, 1)).length) idleTurns = 0
    }
  }

  async function finish(subject: string, state: 'completed' | 'failed' | 'cancelled', used: number) {
    const error = state === 'failed' ? { code: 'timeout', message: 'Too slow.' } : null
    await store.write(() =>
      store.cronEndings.ofSubject(subject, { state, used, failed: Number(state === 'failed'), error }, clock),
    )
  }

  return {
    store: () => store,
    scheduler: () => scheduler,
    stopped,
    quiet,
    /** Ends the job, batch or workflow run that a cron run started. */
    async end(subject: string, state: 'completed' | 'failed' | 'cancelled', used = 1) {
      await finish(subject, state, used)
      await quiet()
    },
    now: () => clock,
    /** Sets the credits that have been captured for it so far. */
    capture: (subject: string, credits: number) => void used.set(subject, credits),
    price: (credits: number) => {
      price = credits
    },
    /** Sets how long each start takes. */
    startsTake: (ms: number) => {
      startMs = ms
    },
    refuse: (error: AppError | null) => {
      refusal = error
    },
    async cron(change: Partial<CronDocument> = {}): Promise<string> {
      const id = newId('crn', clock)
      const document = { ...DOCUMENT, ...change }
      const next = nextTickWithJitter({ id, ...document }, clock)
      const row = { document, enabled: true, key_id: 'key_1', next }
      const created = store.crons.create(ACCOUNT, id, row, clock)
      await store.write(created.write)
      return id
    },
    start: async () => {
      await scheduler.start(starter)
      await quiet()
    },
    /** Lets time pass while the machine is awake. */
    async pass(to: string) {
      const ms = Date.parse(to) - clock
      clock += ms
      steady += ms
      scheduler.wake()
      await quiet()
    },
    /** Jumps to a time, as when the machine sleeps or somebody sets its clock. */
    async jump(to: string) {
      clock = Date.parse(to)
      scheduler.wake()
      await quiet()
    },
    /** Stops and starts the service, and sets its clock. */
    async restart(at: string) {
      await scheduler.drain(0)
      store.close()
      clock = Date.parse(at)
      store = openStore(folder)
      scheduler = build()
      await scheduler.start(starter)
      await quiet()
    },
    /** Starts a second scheduler over the same store. */
    async rival() {
      const other = build()
      await other.start(starter)
      return other
    },
    async runs(cronId: string): Promise<CronRun[]> {
      const { data } = await store.cronRuns.list(cronId, { limit: 1000 })
      return data.reverse()
    },
    async stop() {
      await scheduler.drain(0)
      store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns cron runs as lines: `09:00 running`, `10:00 skipped overlap`. */
const lines = (runs: CronRun[]) =>
  runs.map(({ scheduled_for, until, cause, state, reason }) =>
    [
      scheduled_for?.slice(11, 16) ?? cause,
      ...(until ? [`to ${until.slice(11, 16)}`] : []),
      ...(cause === 'catch_up' ? [cause] : []),
      state,
      ...(reason ? [reason] : []),
    ].join(' '),
  )

/** Gives each test of a file new crons at half past eight. `told` returns the runs of a cron as lines. */
export function startClockedCrons() {
  const crons = {} as ReturnType<typeof clockedCrons>
  beforeEach(async () => {
    Object.assign(crons, clockedCrons('2026-06-01T08:30:00Z'))
    await crons.start()
  })
  afterEach(() => crons.stop())

  const told = async (id: string) => lines(await crons.runs(id))
  return { crons, told }
}

/** A time on the day of these tests. */
export const at = (time: string) => `2026-06-01T${time}:00Z`
