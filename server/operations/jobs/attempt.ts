import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { DAY } from '../../base/times.ts'
import { pauseBefore, toJobError } from '../../jobs/job-errors.ts'
import type { AttemptResult } from '../../jobs/job-queue.ts'
import type { ListCollection } from '../../prebuilt/collect-list.ts'
import { type PackedResult, packLongJson, packResult } from '../../store/jobs/files.ts'
import type { AttemptEnd } from '../../store/jobs/queue.ts'
import type { JobStage, JobTimings, ListProgress, OpenJob } from '../../store/jobs/rows.ts'
import type { CallEnding, CallRequest, JobCall } from '../call.ts'
import type { KeptPage, Operation } from '../operation.ts'
import { unpackPage } from '../page-codec.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { storedCaller } from '../stored-caller.ts'
import { writeJobRows } from './database.ts'
import { followList, openList } from './follow-list.ts'

/** What attempts need: the services, the runner and the operations. */
interface AttemptDependencies {
  services: Services
  run(request: CallRequest): Promise<CallEnding>
  operation(id: string): Operation
}

/**
 * Returns a function that runs one attempt at a job, as a call of the job's operation through the common runner. It returns
 * what the end of the attempt wrote.
 */
export function createAttempt(parts: AttemptDependencies) {
  const { services, run, operation } = parts

  return async (row: OpenJob, signal: AbortSignal): Promise<AttemptResult> => {
    const jobOperation = operation(OPERATIONS[row.type] ?? row.api_id!)
    const list = await listOf(services, row, jobOperation)
    const execution = startExecution(services, row, list)
    const request = {
      operation: jobOperation,
      caller: await storedCaller(services, row),
      signal,
    }
    const call = (job: JobCall, readInput: () => unknown) =>
      run({ ...request, requestId: newId('req', services.now()), job, readInput })
    if (list) {
      const following = { row, list, last: execution.job, call }
      return (await followList(services, following)) ? execution.result() : null
    }
    const ending = await call(execution.job, () => inputOf(services, row))
    return ending.isUnwritten ? null : execution.result()
  }
}

/** Returns the list that a job follows, with the pages read so far; null for a job of a single call. */
async function listOf(
  services: Services,
  row: OpenJob,
  { paging }: Operation,
): Promise<ListCollection | null> {
  const { id: subject, max_pages: maxPages, input } = row
  if (!paging || maxPages === null) return null
  return openList(services, { subject, paging, maxPages, input: JSON.parse(input) })
}

/** The operation that each type of job calls. Jobs of type `api` call the operation of their API. */
const OPERATIONS: Partial<Record<OpenJob['type'], string>> = { scrape: 'scrape', parse: 'parse' }

async function inputOf({ store }: Services, row: OpenJob): Promise<Record<string, unknown>> {
  const input = JSON.parse(row.input) as Record<string, unknown>
  if (row.type !== 'parse') return row.type === 'api' ? input : { parserId: row.parser_id, ...input }
  const page = await store.jobFiles.page(row.account_id, row.id)
  if (!page) throw new AppError('gone', 'The page of this job is no longer kept.')
  const { contentType, url } = page
  const html = { bytes: await unpackPage(page), name: null, contentType, url: url ?? undefined }
  return { parserId: row.parser_id, html }
}

/** The execution of an attempt: its current stage, the page it keeps, and its end. */
function startExecution(services: Services, row: OpenJob, list: ListCollection | null) {
  const { store, settings, jobs, now } = services
  const clock = startClock(row, now)
  let keptPage: KeptPage | undefined
  let packedResult: KeptPage['result']
  let written: NonNullable<AttemptResult> = { applied: false, released: 0, used: 0 }

  const endOf = (ending: CallEnding, used: number, error: AppError | undefined): AttemptEnd => {
    const more = { page: keptPage?.page, timings: clock.timings(), sources: ending.sources }
    const expires_at = now() + settings.values.keep_results_days * DAY
    const completed = (value: unknown, pages?: ListProgress): AttemptEnd => {
      const result = packedOf(value)
      const isBrokenOff = pages?.end === 'broken_off'
      const notice = isBrokenOff ? 'pages_missing' : ending.notice
      const writeRows = rowsOf(value, ending.isPartial || isBrokenOff)
      return { ...more, state: 'completed', used, result, pages, notice, expires_at, writeRows }
    }
    if (!error && list) return completed(list.result(), readOf(list, list.end()))
    if (!error) return completed(ending.value)
    const jobError = toJobError(error)
    const isOurs = error.code === 'unavailable_service'
    const isLast = isPoison(error) || !jobError.retryable || row.attempt >= row.max_attempts
    // The pages that were read are paid for, so they become the result, which notes where it breaks off.
    if (!isOurs && isLast && list?.pages())
      return completed(list.result(), { ...readOf(list, 'broken_off'), error: jobError })
    if (!isOurs && isLast) return { ...more, state: 'failed', error: jobError, expires_at }
    const attempt = isOurs ? 1 : row.attempt
    const wait = pauseBefore(attempt, settings.values.job_retry_ms, ending.retryAfter ?? 0, Math.random())
    return { ...more, state: 'pending', error: jobError, run_at: now() + wait, counted: !isOurs }
  }

  const packedOf = (value: unknown): PackedResult => {
    if (packedResult && packedResult.value === value) return packedResult.packed
    return value instanceof Uint8Array ? value : packResult(value)
  }

  const rowsOf = (value: unknown, isPartial: boolean) => {
    const { id: job_id, parser_version, database_id } = row
    if (database_id === null) return undefined
    const url = keptPage?.page.url ?? (JSON.parse(row.input) as { url?: string }).url ?? null
    const result = { value, isPartial, source: { job_id, parser_version, url } }
    return () => writeJobRows(services, row, database_id, result)
  }

  const job: JobCall = {
    id: row.id,
    reserved: row.reserved,
    own:
      row.parser_id === null
        ? undefined
        : async () => found(await store.parsers.at(row.account_id, row.parser_id!, row.parser_version!)),
    stage(name) {
      clock.enter(name)
      jobs.enterStage(row.id, name)
    },
    keepPage(page) {
      keptPage = page
      packedResult = page.result
    },
    async pack(value) {
      if (packedResult?.value === value || value instanceof Uint8Array || list) return
      packedResult = { value, packed: await packLongJson(JSON.stringify(value)) }
    },
    storesOnly: row.database_id === null,
    end(ending, used, error) {
      const end = endOf(ending, used, error)
      return () => {
        written = { ...store.jobQueue.end(row, end, now()), used: end.state === 'completed' ? used : 0 }
        return written.applied
      }
    },
  }
  return { job, result: () => written }
}

const readOf = (list: ListCollection, end: ListProgress['end']): ListProgress => ({
  read: list.pages(),
  items: list.items(),
  end,
  error: null,
})

/** Several workers have ended while they read the page of this job. Another attempt could end more. */
const isPoison = ({ code }: AppError) => code === 'interrupted'

/** Measures the milliseconds of each stage. */
function startClock(row: OpenJob, now: () => number) {
  const timings: JobTimings = { queued: (row.started_at ?? now()) - row.created_at, fetch: 0, parse: 0 }
  let stage: JobStage | null = null
  let since = now()
  const enter = (next: JobStage | null) => {
    if (stage) timings[stage] += now() - since
    stage = next
    since = now()
  }
  return {
    enter,
    timings() {
      enter(null)
      return { ...timings }
    },
  }
}
