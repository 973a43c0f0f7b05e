import { ANSWER_TTL_MS } from '../accounts/idempotency.ts'
import { DAY, HOUR } from '../base/times.ts'
import type { Settings } from '../settings/resolve-settings.ts'
import { shrinkFile } from '../store/file/compact.ts'
import type { Store } from '../store/open-store.ts'

/** Removes expired records, and returns freed space to the disk if there is much of it. */
async function sweep(store: Store, settings: Settings, dataDir: string, now: number): Promise<void> {
  await store.calls.expire(now - settings.values.keep_calls_days * DAY)
  await store.idempotency.expire(now - ANSWER_TTL_MS)
  await store.traces.expire(now)
  await store.signIns.expire(now)
  await store.cachedPages.expire(now, settings.values.cache_max_mb)
  await store.parsers.expire(now)
  await store.workflows.expire(now)
  await store.jobFiles.expire(now - settings.values.keep_results_days * DAY, settings.values.keep_results_mb)
  await store.listPages.expire(now - settings.values.keep_results_days * DAY)
  await store.batches.expire(now - settings.values.keep_jobs_days * DAY)
  await store.jobs.expire(now - settings.values.keep_jobs_days * DAY)
  await store.crons.expire(now)
  await store.cronRuns.expire(now - settings.values.keep_cron_runs_days * DAY)
  await store.workflowRuns.expire(now - settings.values.keep_runs_days * DAY)
  await store.sessions.expire(now)
  await store.webhooks.expire(now)
  await store.deliveries.expire(now - settings.values.keep_deliveries_days * DAY)
  await store.databaseChanges.expire(now - settings.values.keep_changes_days * DAY)
  for (const id of await store.databases.expired(now)) await store.purgeDatabase(id)
  await store.rowLookups.clean()
  await shrinkFile(store, dataDir)
  store.checkpoint()
}

/** Sweeps now and then every hour. Returns a function that stops this and waits for a running sweep. */
export function startSweeping(
  store: Store,
  settings: Settings,
  dataDir: string,
  now: () => number,
  report: (error: unknown) => void,
) {
  const sweepOnce = () => sweep(store, settings, dataDir, now()).catch(report)
  let lastSweep = sweepOnce()
  const timer = setInterval(() => {
    lastSweep = sweepOnce()
  }, HOUR).unref()
  return () => {
    clearInterval(timer)
    return lastSweep
  }
}
