import { setImmediate as breathe } from 'node:timers/promises'
import type { CronRun } from '../store/cron-rows.ts'
import type { Store } from '../store/open-store.ts'
import { type CronStarter, createFiring } from './firing.ts'
import { nextOf, ON_TIME_MS } from './plan-ticks.ts'

/** What the scheduler stands on. */
export interface SchedulerParts<By> {
  store: Pick<Store, 'crons' | 'cronRuns' | 'cronEndings' | 'write'>
  starter: CronStarter<By>
  now(): number
  /** Milliseconds of a clock that nobody sets. */
  steady(): number
  report(error: unknown): void
}

/** Fires crons when they are due. */
export interface Scheduler<By> {
  start(): Promise<void>
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
/** No timer runs while a machine sleeps, and one may be told late: how far apart looks are at most. */
const BEAT_MS = 30_000
const UNWRITABLE_MS = 1_000
/** The clock is corrected by less than this all the time. */
const SET_BACK_MS = 2_000

export function createScheduler<By>(parts: SchedulerParts<By>): Scheduler<By> {
  const { store, now, steady, report } = parts
  const { crons, cronRuns, cronEndings } = store
  const firing = createFiring(parts)
  const ended = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isPaused = false
  let isDue = false
  let turn: Promise<void> | null = null
  let seen = { wall: now(), steady: steady() }

  /** One look for all that happens in a turn of the event loop, after the commits of that. */
  const look = () => {
    isDue = true
    if (turn || !isRunning || isPaused) return
    turn = new Promise<void>(resolve => setImmediate(resolve)).then(lookAtAll).finally(() => {
      turn = null
      if (isDue) look()
    })
  }

  async function lookAtAll() {
    isDue = false
    try {
      if (wasSetBack()) await realign()
      await work()
      await arm()
    } catch (error) {
      report(error)
      wakeIn(UNWRITABLE_MS)
    }
  }

  function wasSetBack(): boolean {
    const [wall, even] = [now(), steady()]
    const moved = wall - seen.wall - (even - seen.steady)
    seen = { wall, steady: even }
    return moved < -SET_BACK_MS
  }

  /** Fires what is due and starts what waited for the end of a run, some at a time, until nothing is left. */
  async function work() {
    let awake = now()
    for (let last = awake; isRunning && !isPaused; last = now()) {
      if (now() - last > ON_TIME_MS) awake = now()
      const due = await crons.due(now(), GROUP)
      const waiting = [...ended].slice(0, GROUP)
      if (!due.length && !waiting.length) return
      await allOf([...due.map(id => firing.fireDue(id, awake)), ...waiting.map(startNext)])
      await breathe()
    }
  }

  async function startNext(id: string) {
    ended.delete(id)
    await firing.startNext(id).catch(error => {
      ended.add(id)
      throw error
    })
  }

  async function arm() {
    const due = await crons.nextDue()
    wakeIn(due === null ? BEAT_MS : Math.min(due - now(), BEAT_MS))
  }

  function wakeIn(ms: number) {
    clearTimeout(timer)
    if (isRunning) timer = setTimeout(look, Math.max(ms, 1)).unref()
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
  }

  cronEndings.onEnded(id => {
    ended.add(id)
    look()
  })

  return {
    async start() {
      isRunning = true
      for (const id of await cronRuns.cronsWithQueue()) ended.add(id)
      if (await crons.isAheadOf(now())) await realign()
      look()
    },
    wake: look,
    runNow: firing.byHand,
    pause(on) {
      isPaused = on
      if (!on) look()
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await turn
    },
  }
}

/** Waits for all of them; throws what the first that failed threw. */
async function allOf(works: Promise<void>[]) {
  const failed = (await Promise.allSettled(works)).find(result => result.status === 'rejected')
  if (failed) throw failed.reason
}
