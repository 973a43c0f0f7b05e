import { queryOptions } from '@tanstack/react-query'
import { call, type OutputOf } from '../../lib/service/client.ts'

export type UsageRow = OutputOf<'usage-list'>['data'][number]
export type Failure = OutputOf<'failure-list'>['data'][number]
/** Calls that failed for the same reason. */
export type Cause = OutputOf<'failure-causes'>['data'][number]

/** The time ranges of the chart. */
export const RANGES = {
  day: { label: '24 hours', by: 'hour', spans: 24 },
  week: { label: '7 days', by: 'day', spans: 7 },
  quarter: { label: '90 days', by: 'day', spans: 90 },
} as const
export type Range = keyof typeof RANGES

/** The query for calls and credits over time. */
export const usageQuery = (account: string, range: Range) => {
  const { by, spans } = RANGES[range]
  return queryOptions({
    queryKey: ['usage', account, range],
    queryFn: ({ signal }) => call('usage-list', { account, by, spans }, { signal }),
    staleTime: 0,
  })
}

/** The query for the calls of AI tools in the last 90 days. */
export const toolUsageQuery = (account: string) => {
  const { by, spans } = RANGES.quarter
  return queryOptions({
    queryKey: ['usage', account, 'tools'],
    queryFn: ({ signal }) => call('usage-list', { account, by, spans, source: 'mcp' }, { signal }),
  })
}

/** The number of past days whose errors are shown. */
export const ERROR_DAYS = 7

/** The query for the causes of failed calls, the newest cause first. */
export const causesQuery = (account: string) =>
  queryOptions({
    queryKey: ['failures', account],
    queryFn: ({ signal }) => call('failure-causes', { account, days: ERROR_DAYS }, { signal }),
    staleTime: 0,
  })

const MAX_CALLS_OF_CAUSE = 50

/** The query for the last calls that failed for a reason. */
export const failuresQuery = (account: string, { operation, parser_id, status, error, calls }: Cause) =>
  queryOptions({
    queryKey: ['failures', account, operation, parser_id, status, error, calls],
    queryFn: ({ signal }) =>
      call(
        'failure-list',
        {
          account,
          operation,
          status,
          limit: MAX_CALLS_OF_CAUSE,
          ...(parser_id && { parser_id }),
          ...(error && { error }),
        },
        { signal },
      ),
  })

/** The most records of each kind that are shown; their list has the others. */
const MAX_RECORDS = 10
/** More jobs than run at a time: those of batches are among them, and are not shown. */
const MAX_JOBS = 100

/** The newest records of a kind in progress, and how many there are. */
export interface RunningList<Row> {
  rows: Row[]
  total: number
}

export interface RunningRecords {
  runs: RunningList<OutputOf<'workflow-run-list'>['data'][number]>
  batches: RunningList<OutputOf<'batch-list'>['data'][number]>
  jobs: RunningList<OutputOf<'job-list'>['data'][number]>
}

/** The query for workflow runs and batches in progress, and for running jobs that do not belong to batches. */
export const runningQuery = (account: string) =>
  queryOptions({
    queryKey: ['running', account],
    async queryFn({ signal }): Promise<RunningRecords> {
      const [runs, batches, jobs] = await Promise.all([
        call('workflow-run-list', { state: 'running', limit: MAX_RECORDS, count: true }, { signal }),
        call('batch-list', { open: true, limit: MAX_RECORDS, count: true }, { signal }),
        call('job-list', { state: 'running', limit: MAX_JOBS }, { signal }),
      ])
      const ownJobs = jobs.data.filter(({ batch_id }) => batch_id === null)
      return {
        runs: { rows: runs.data, total: runs.total! },
        batches: { rows: batches.data, total: batches.total! },
        jobs: { rows: ownJobs.slice(0, MAX_RECORDS), total: ownJobs.length },
      }
    },
    staleTime: 0,
  })
