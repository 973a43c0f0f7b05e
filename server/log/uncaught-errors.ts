import { setTimeout as sleep } from 'node:timers/promises'

/** Exit code of a program that ended because of its own fault: EX_SOFTWARE of sysexits. */
export const SOFTWARE_FAULT = 70

/** Time beyond the drain for cancelled calls to store their results and for the store to close. */
const SLACK_MS = 5_000

/** Faults of Winnow itself that nothing caught. */
export interface Faults {
  /** Logs and counts a fault. Never throws. */
  note(error: unknown): void
  count(): number
  /** Time of the latest fault in milliseconds since 1970; null before the first. */
  lastAt(): number | null
}

export function createFaults(log: (error: unknown) => void, now: () => number): Faults {
  let count = 0
  let lastAt: number | null = null
  return {
    note(error) {
      count++
      lastAt = now()
      log(error)
    },
    count: () => count,
    lastAt: () => lastAt,
  }
}

/** The part of a running service that stops it. */
interface StoppableService {
  settings: { values: { drain_seconds: number } }
  faults: Faults
  stop(): Promise<void>
}

/**
 * Stops a service as far as possible, so that jobs are put back. Gives up if the stop fails or does not end within the drain and
 * `slackMs`.
 */
export async function stopInTime(app: StoppableService, slackMs = SLACK_MS): Promise<void> {
  const ms = app.settings.values.drain_seconds * 1000 + slackMs
  await Promise.race([app.stop().catch(app.faults.note), sleep(ms)])
}

/**
 * For a process that runs nothing but this service. An unhandled rejection is logged, counted and shown by `status`, and the
 * service continues. After an uncaught exception the state of the process is unknown: the service stops in order, and the
 * process exits with 70, so that whoever started it can start it again.
 */
export function handleUncaughtErrors(app: StoppableService): void {
  let isEnding = false
  process.on('unhandledRejection', app.faults.note)
  process.on('uncaughtException', async error => {
    app.faults.note(error)
    if (isEnding) return
    isEnding = true
    console.error(
      `Winnow stops because of an internal error: ${error?.message ?? error}\nThe log has the cause.`,
    )
    await stopInTime(app)
    process.exit(SOFTWARE_FAULT)
  })
}
