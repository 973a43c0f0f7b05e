import { setImmediate as breathe } from 'node:timers/promises'
import { createDueLoop } from '../base/due-loop.ts'
import type { WallClock } from '../base/wall-clock.ts'
import type { CronRun } from '../store/crons/rows.ts'
import type { Store } from '../store/open-store.ts'
import { type CronStarter, createFiring, type Firing } from './firing.ts'
import { nextOf, ON_TIME_MS } from './plan-ticks.ts'

/** What the scheduler stands on. */
export interface SchedulerParts {
  store: Pick<Store, 'crons' | 'cronRuns' | 'cronEndings' | 'write'>
  clock: WallClock
  report(error: unknown): void
}

/** Fires crons when they are due. */
export interface Scheduler<By> {
  /** Nothing is fired before, not even by hand. */
  start(starter: CronStarter<By>): Promise<void>
  /** Crons have changed, or the machine is back: looks again. */
  wake(): void
  /** Runs a cron now, whatever its schedule. */
  runNow(cronId: string, by: By): Promise<CronRun>
  /** Fires nothing, or goes on. */
  pause(on: boolean): void
  /** Fires nothing new and waits for what is being fired. */
  stop(): Promise<void>
}

/** Crons that are fired at once; others of the service have their turn in between. */
const GROUP = 32

/** A cron to fire, or one whose next run waited for the end of the one before. */
interface CronTurn {
  id: string
  kind: 'tick' | 'queued'
}

export function createScheduler<By>(parts: SchedulerParts): Scheduler<By> {
  const { store, clock, report } = parts
  const { now } = clock
  const { crons, cronRuns, cronEndings } = store
  let firing: Firing<By> | undefined
  /** Crons of which a run has ended: another may wait. */
  const ended = new Set<string>()
  const busy = new Set<string>()
  let isSetBack = false
  /** Since when the ticks that are due have been worked through without a pause, and the latest look of that. */
  let awake = { since: now(), at: now(), isIdle: true }

  const loop = createDueLoop<CronTurn>({ claim, work, nextDue: crons.nextDue, clock, report })

  async function claim(at: number) {
    if (isSetBack) await realign()
    if (awake.isIdle || at - awake.at > ON_TIME_MS) awake.since = at
    const due = busy.size < GROUP ? await crons.due(at, GROUP) : []
    const taken = [...turnsOf(due, 'tick'), ...turnsOf([...ended], 'queued')].slice(0, GROUP - busy.size)
    for (const { id } of taken) busy.add(id)
    awake = { ...awake, at, isIdle: busy.size === 0 }
    return { taken, isMore: false }
  }

  const turnsOf = (ids: readonly string[], kind: CronTurn['kind']): CronTurn[] =>
    ids.filter(id => !busy.has(id)).map(id => ({ id, kind }))

  async function work({ id, kind }: CronTurn) {
    try {
      if (kind === 'tick') await firing!.fireDue(id, awake.since)
      else await startNext(id)
    } finally {
      busy.delete(id)
      awake.at = now()
    }
  }

  async function startNext(id: string) {
    ended.delete(id)
    await firing!.startNext(id).catch(error => {
      ended.add(id)
      throw error
    })
  }

  /** After the clock was set back: what is far ahead only by the old time comes as it does by the new. */
  async function realign() {
    await cronRuns.forgetAhead(now())
    for (let group = await crons.enabledAfter('', GROUP); group.length; ) {
      await store.write(() => {
        for (const cron of group) {
          const next = nextOf(cron, now())
          if (next && next.at < cron.next_at!) crons.advance(cron.id, cron.next_at!, next)
        }
      })
      await breathe()
      group = await crons.enabledAfter(group.at(-1)!.id, GROUP)
    }
    isSetBack = false
  }

  clock.onSetBack(() => {
    isSetBack = true
    loop.wake()
  })
  cronEndings.onEnded(id => {
    ended.add(id)
    loop.wake()
  })

  return {
    async start(starter) {
      firing = createFiring({ store, starter, now })
      for (const id of await cronRuns.cronsWithQueue()) ended.add(id)
      isSetBack = await crons.isAheadOf(now())
      loop.start()
    },
    wake: loop.wake,
    runNow: (cronId, by) => firing!.byHand(cronId, by),
    pause: loop.pause,
    async stop() {
      await loop.stop()
      await loop.settled()
    },
  }
}
