import { type Hello, helloAnswer, type SharedSettings } from './protocol.ts'
import type { WorkerLink } from './worker-link.ts'

/** How the service wants a worker to go on. */
export interface Instructions {
  leaseMs: number
  /** How far the clock of the service is ahead. */
  aheadMs: number
  /** Hash of the settings that the worker has; null before the first. */
  settings: string | null
  isDraining: boolean
  /** Why it is refused. */
  refused: string | null
}

/** Fractions of the lease: how often a worker says that it lives. */
const HELLOS = 10
const MOST_MS = 3_000
const LEAST_MS = 100
/** Until the service has answered for the first time. */
const RETRY_MS = 1_000

/** Says again and again that a worker lives, and keeps what the service answers. */
export function createGreetings({
  link,
  said,
  adopt,
  drop,
  say,
  report,
}: {
  link: WorkerLink
  /** What the worker is and is at; the settings are added. */
  said(): Omit<Hello, 'settings'>
  adopt(settings: SharedSettings): void
  /** Breaks off what nobody waits for. */
  drop(taskIds: readonly string[]): void
  say(line: string): void
  report(error: unknown): void
}) {
  const told: Instructions = { leaseMs: 30_000, aheadMs: 0, settings: null, isDraining: true, refused: null }
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function greet(): Promise<void> {
    const answer = helloAnswer.parse(await link.hello({ ...said(), settings: told.settings }))
    if ('refused' in answer) return beRefused(answer.refused)
    if (told.refused !== null || told.settings === null) say('Reading pages for the service.')
    if (answer.settings) adopt(answer.settings.values)
    told.settings = answer.settings?.hash ?? told.settings
    told.leaseMs = answer.lease_ms
    told.aheadMs = answer.now - Date.now()
    told.isDraining = answer.is_draining
    told.refused = null
    drop(answer.unwanted)
  }

  function beRefused(why: string) {
    if (told.refused !== why) say(why)
    told.refused = why
    told.isDraining = true
  }

  const pauseMs = () => {
    if (!link.isConnected()) return LEAST_MS
    if (told.settings === null) return RETRY_MS
    return Math.max(LEAST_MS, Math.min(MOST_MS, told.leaseMs / HELLOS))
  }

  async function loop() {
    if (link.isConnected()) await greet().catch(() => report(noAnswer()))
    if (!isStopped) timer = setTimeout(loop, pauseMs())
  }

  return {
    told: told as Readonly<Instructions>,
    greet,
    start: () => void loop(),
    /** Says a last time what the worker is at: what it has given back did not end it. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (link.isConnected()) await greet().catch(() => undefined)
    },
  }
}

const noAnswer = () =>
  new Error('The service does not answer through the broker. It is asked again until it does.')
