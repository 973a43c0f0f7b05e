import { setTimeout as sleep } from 'node:timers/promises'

/** Exit code of a program that ended by a fault of its own: EX_SOFTWARE of sysexits. */
export const SOFTWARE_FAULT = 70

/** Beyond the drain itself: for cancelled calls to write what they leave behind, and for the store to close. */
const SLACK_MS = 5_000

/** Faults of Winnow itself that nothing else caught. */
export interface Faults {
  /** Logs and counts one. Never throws. */
  note(error: unknown): void
  count(): number
  /** Milliseconds since 1970; null before the first. */
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

/** A running service, as far as its end is concerned. */
interface Service {
  settings: { values: { drain_seconds: number } }
  faults: Faults
  stop(): Promise<void>
}

/**
 * Stops a service as far as it still can, so that jobs are put back; one whose stop hangs or fails is given up. `slackMs`
 * is the time that it has beyond its drain.
 */
export async function stopInTime(app: Service, slackMs = SLACK_MS): Promise<void> {
  const ms = app.settings.values.drain_seconds * 1000 + slackMs
  await Promise.race([app.stop().catch(app.faults.note), sleep(ms)])
}

/**
 * For a process that runs this service and nothing else. A rejection that nobody handled is logged, counted and shown by
 * `status`, and the service goes on. After an exception nobody knows what was left half done: the service stops in order
 * and the process exits with 70, so that whoever started it can start it again.
 */
export function handleUncaughtErrors(app: Service): void {
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
