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

/** Beats in the time of a lease, as far as the bounds below let them be. */
const BEATS_PER_LEASE = 10
const LONGEST_PAUSE_MS = 3_000
const SHORTEST_PAUSE_MS = 100
/** Until the service has answered for the first time. */
const RETRY_MS = 1_000

/** Reports over and over what a worker is doing, so that the service knows that it lives, and keeps the instructions in the answers. */
export function createHeartbeat({
  link,
  status,
  applySettings,
  cancel,
  say,
  report,
}: {
  link: WorkerLink
  /** What the worker is and does; the hash of its settings is added. */
  status(): Omit<Hello, 'settings'>
  applySettings(settings: SharedSettings): void
  /** Cancels tasks that nobody waits for any more. */
  cancel(taskIds: readonly string[]): void
  say(line: string): void
  report(error: unknown): void
}) {
  const instructions: Instructions = {
    leaseMs: 30_000,
    aheadMs: 0,
    settings: null,
    isDraining: true,
    refused: null,
  }
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function beat(): Promise<void> {
    const answer = helloAnswer.parse(await link.hello({ ...status(), settings: instructions.settings }))
    if ('refused' in answer) return noteRefusal(answer.refused)
    if (instructions.refused !== null || instructions.settings === null) say('Reading pages for the service.')
    if (answer.settings) applySettings(answer.settings.values)
    instructions.settings = answer.settings?.hash ?? instructions.settings
    instructions.leaseMs = answer.lease_ms
    instructions.aheadMs = answer.now - Date.now()
    instructions.isDraining = answer.is_draining
    instructions.refused = null
    cancel(answer.unwanted)
  }

  function noteRefusal(why: string) {
    if (instructions.refused !== why) say(why)
    instructions.refused = why
    instructions.isDraining = true
  }

  const pauseMs = () => {
    if (!link.isConnected()) return SHORTEST_PAUSE_MS
    if (instructions.settings === null) return RETRY_MS
    const shareOfLease = instructions.leaseMs / BEATS_PER_LEASE
    return Math.max(SHORTEST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, shareOfLease))
  }

  async function loop() {
    if (link.isConnected()) await beat().catch(() => report(noAnswer()))
    if (!isStopped) timer = setTimeout(loop, pauseMs())
  }

  return {
    instructions: instructions as Readonly<Instructions>,
    beat,
    start: () => void loop(),
    /** Reports a last time, so that pages that were given back do not count as the end of this worker. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (link.isConnected()) await beat().catch(() => undefined)
    },
  }
}

const noAnswer = () =>
  new Error('The service does not answer through the broker. It is asked again until it does.')
