import { setImmediate as breathe } from 'node:timers/promises'
import { createDueLoop } from '../base/due-loop.ts'
import { serviceStopping } from '../base/errors.ts'
import type { WallClock } from '../base/wall-clock.ts'
import type { CronRun } from '../store/crons/rows.ts'
import type { Store } from '../store/open-store.ts'
import { type CronRunner, type CronStarter, createCronRunner } from './firing.ts'
import { nextTickWithJitter, ON_TIME_MS } from './plan-ticks.ts'

/** Dependencies of the scheduler. */
interface SchedulerDependencies {
  store: Pick<Store, 'crons' | 'cronRuns' | 'cronEndings' | 'write'>
  clock: WallClock
  report(error: unknown): void
}

/** Runs crons when they are due. */
export interface Scheduler<By> {
  /** Nothing runs before, not even by hand. */
  start(starter: CronStarter<By>): Promise<void>
  /** Looks for due crons, after crons have changed or the machine has woken up. */
  wake(): void
  /** Runs a cron now, regardless of its schedule. */
  runNow(cronId: string, by: By): Promise<CronRun>
  /** Stops starting runs, or continues. */
  pause(on: boolean): void
  /** Stops starting runs, waits for those that are being started, and aborts these after `ms`, so that their ticks stay due. */
  drain(ms: number): Promise<void>
}

/** Maximum number of crons that are handled at a time, so that other work of the service runs in between. */
const MAX_CRONS_AT_ONCE = 32

/** A cron that is due, or whose queued run can start because the previous one has ended. */
interface DueCron {
  id: string
  kind: 'tick' | 'queued'
}

export function createScheduler<By>(dependencies: SchedulerDependencies): Scheduler<By> {
  const { store, clock, report } = dependencies
  const { now } = clock
  const { crons, cronRuns, cronEndings } = store
  let runner: CronRunner<By> | undefined
  /** Crons of which a run has ended, so that a queued one may start. */
  const endedCrons = new Set<string>()
  const busy = new Set<string>()
  const stopping = new AbortController()
  let isSetBack = false
  /** Since when due ticks have been worked through without a pause, and the latest time at which that was checked. */
  let awake = { since: now(), at: now(), isIdle: true }

  const loop = createDueLoop<DueCron>({ claim, work, nextDue: crons.nextDue, clock, report })

  async function claim(at: number) {
    if (isSetBack) await realign()
    if (awake.isIdle || at - awake.at > ON_TIME_MS) awake.since = at
    const due = busy.size < MAX_CRONS_AT_ONCE ? await crons.due(at, MAX_CRONS_AT_ONCE) : []
    const taken = [...dueCrons(due, 'tick'), ...dueCrons([...endedCrons], 'queued')].slice(
      0,
      MAX_CRONS_AT_ONCE - busy.size,
    )
    for (const { id } of taken) busy.add(id)
    awake = { ...awake, at, isIdle: busy.size === 0 }
    return { taken, isMore: false }
  }

  const dueCrons = (ids: readonly string[], kind: DueCron['kind']): DueCron[] =>
    ids.filter(id => !busy.has(id)).map(id => ({ id, kind }))

  async function work({ id, kind }: DueCron) {
    try {
      if (kind === 'tick') await runner!.fireDue(id, awake.since)
      else await startNext(id)
    } catch (error) {
      if (!stopping.signal.aborted) throw error
    } finally {
      busy.delete(id)
      awake.at = now()
    }
  }

  async function startNext(id: string) {
    endedCrons.delete(id)
    await runner!.startNext(id).catch(error => {
      endedCrons.add(id)
      throw error
    })
  }

  /** Plans ticks again that are far ahead only because the clock was set back. */
  async function realign() {
    await cronRuns.forgetAhead(now())
    for (let group = await crons.enabledAfter('', MAX_CRONS_AT_ONCE); group.length; ) {
      await store.write(() => {
        for (const cron of group) {
          const next = nextTickWithJitter(cron, now())
          if (next && next.at < cron.next_at!) crons.advance(cron.id, cron.next_at!, next)
        }
      })
      await breathe()
      group = await crons.enabledAfter(group.at(-1)!.id, MAX_CRONS_AT_ONCE)
    }
    isSetBack = false
  }

  clock.onSetBack(() => {
    isSetBack = true
    loop.wake()
  })
  cronEndings.onEnded(id => {
    endedCrons.add(id)
    loop.wake()
  })

  return {
    async start(starter) {
      runner = createCronRunner({ store, starter, stopping: stopping.signal, now })
      for (const id of await cronRuns.cronsWithQueue()) endedCrons.add(id)
      isSetBack = await crons.isAheadOf(now())
      loop.start()
    },
    wake: loop.wake,
    runNow: (cronId, by) => runner!.byHand(cronId, by),
    pause: loop.pause,
    async drain(ms) {
      await loop.stop()
      await loop.settled(ms)
      stopping.abort(serviceStopping('The cron runs at the next start.'))
      await loop.settled()
    },
  }
}
