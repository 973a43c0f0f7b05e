import { type Hello, helloAnswer, type SharedSettings } from './protocol.ts'
import type { WorkerLink } from './worker-link.ts'

/** Instructions of the service to a worker. */
export interface Instructions {
  leaseMs: number
  /** How far the clock of the service is ahead. */
  aheadMs: number
  /** Hash of the settings that the worker has; null before it has any. */
  settings: string | null
  isDraining: boolean
  /** Why the worker is refused. */
  refused: string | null
}

/** Heartbeats per lease, within the bounds below. */
const BEATS_PER_LEASE = 10
const MAX_PAUSE_MS = 3_000
const SHORTEST_PAUSE_MS = 100
/** Pause between attempts until the service has answered for the first time. */
const RETRY_MS = 1_000

/** Reports regularly what a worker is doing, so that the service knows that it is alive. Keeps the instructions of the answers. */
export function createHeartbeat({
  link,
  status,
  applySettings,
  cancel,
  say,
  report,
}: {
  link: WorkerLink
  /** The state of the worker; the hash of its settings is added. */
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

  function noteRefusal(reason: string) {
    if (instructions.refused !== reason) say(reason)
    instructions.refused = reason
    instructions.isDraining = true
  }

  const pauseMs = () => {
    if (!link.isConnected()) return SHORTEST_PAUSE_MS
    if (instructions.settings === null) return RETRY_MS
    const shareOfLease = instructions.leaseMs / BEATS_PER_LEASE
    return Math.max(SHORTEST_PAUSE_MS, Math.min(MAX_PAUSE_MS, shareOfLease))
  }

  async function loop() {
    if (link.isConnected()) await beat().catch(() => report(noAnswer()))
    if (!isStopped) timer = setTimeout(loop, pauseMs())
  }

  async function beatIfConnected() {
    if (link.isConnected()) await beat().catch(() => undefined)
  }

  return {
    instructions: instructions as Readonly<Instructions>,
    beat,
    start: () => void loop(),
    /** Sends a report now instead of at the next turn. */
    announce: () => void beatIfConnected(),
    /** Sends a last report, so that the service does not mistake pages that were given back for a crash of this worker. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await beatIfConnected()
    },
  }
}

const noAnswer = () =>
  new Error('The service does not answer through the broker. It is asked again until it does.')
