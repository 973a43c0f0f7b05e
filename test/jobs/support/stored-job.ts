import { newId } from '../../../server/base/ids.ts'
import type { Job, NewJob } from '../../../server/store/jobs/rows.ts'
import type { Store } from '../../../server/store/open-store.ts'

/** A job of an API that is not in a store yet. */
export const newStoredJob = (at: number, more: Partial<NewJob> = {}): NewJob => ({
  id: newId('job', at),
  key_id: 'key_test',
  source: 'api',
  type: 'api',
  parser_id: null,
  parser_version: null,
  api_id: 'videosite-channel',
  input: {},
  priority: 0,
  max_attempts: 1,
  max_pages: null,
  price: 0,
  reserved: 0,
  batch_id: null,
  index: null,
  custom_id: null,
  database_id: null,
  retry_of: null,
  cron_id: null,
  ...more,
})

/** Writes a job that is due at `at` (milliseconds) directly into a store. */
export async function storedJob(
  store: Store,
  accountId: string,
  at: number,
  more: Partial<NewJob> = {},
): Promise<Job> {
  const created = store.jobs.create(accountId, newStoredJob(at, more), at)
  await store.write(created.write)
  return created.job
}

/** Writes `count` jobs at once. They are in the queue afterwards. */
export async function storedJobs(
  store: Store,
  accountId: string,
  at: number,
  { count, ...more }: Partial<NewJob> & { count: number },
): Promise<void> {
  const jobs = Array.from({ length: count }, () => newStoredJob(at, more))
  const created = store.jobs.prepareAll(accountId, jobs, at)
  await store.write(() => created.open(created.write()))
}
