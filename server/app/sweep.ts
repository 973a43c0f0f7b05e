import { ANSWER_TTL_MS } from '../accounts/idempotency.ts'
import { DAY, HOUR } from '../base/times.ts'
import type { Settings } from '../settings/resolve-settings.ts'
import { shrinkFile } from '../store/file/compact.ts'
import type { Store } from '../store/open-store.ts'

/** The steps of a sweep: they remove expired records, and return freed space to the disk if there is much of it. */
const stepsOf = (
  store: Store,
  { values }: Settings,
  dataDir: string,
  now: number,
): (() => Promise<void> | void)[] => [
  () => store.calls.expire(now - values.keep_calls_days * DAY),
  () => store.idempotency.expire(now - ANSWER_TTL_MS),
  () => store.traces.expire(now),
  () => store.signIns.expire(now),
  () => store.cachedPages.expire(now, values.cache_max_mb),
  () => store.parsers.expire(now),
  () => store.workflows.expire(now),
  () => store.jobFiles.expire(now - values.keep_results_days * DAY, values.keep_results_mb),
  () => store.listPages.expire(now - values.keep_results_days * DAY),
  () => store.batches.expire(now - values.keep_jobs_days * DAY),
  () => store.jobs.expire(now - values.keep_jobs_days * DAY),
  () => store.crons.expire(now),
  () => store.cronRuns.expire(now - values.keep_cron_runs_days * DAY),
  () => store.workflowRuns.expire(now - values.keep_runs_days * DAY),
  () => store.sessions.expire(now),
  () => store.webhooks.expire(now),
  () => store.deliveries.expire(now - values.keep_deliveries_days * DAY),
  () => store.databaseChanges.expire(now - values.keep_changes_days * DAY),
  async () => {
    for (const id of await store.databases.expired(now)) await store.purgeDatabase(id)
  },
  () => store.rowLookups.clean(),
  () => shrinkFile(store, dataDir),
  () => store.checkpoint(),
]

/** Sweeps now and then every hour. Returns a function that stops this and waits for the current step of a running sweep. */
export function startSweeping(
  store: Store,
  settings: Settings,
  dataDir: string,
  now: () => number,
  report: (error: unknown) => void,
) {
  let isStopped = false
  const sweep = async () => {
    for (const step of stepsOf(store, settings, dataDir, now())) {
      if (isStopped) return
      await step()
    }
  }
  const sweepOnce = () => sweep().catch(report)
  let lastSweep = sweepOnce()
  const timer = setInterval(() => {
    lastSweep = sweepOnce()
  }, HOUR).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
    return lastSweep
  }
}
