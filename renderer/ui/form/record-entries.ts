import { queryOptions } from '@tanstack/react-query'
import type { RecordNoun } from '../../../server/base/fields/id-field.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { call } from '../../lib/service/client.ts'
import { serviceTime } from '../../lib/service/clock.ts'
import type { RecordKind, RecordName } from '../../lib/service/record-names.ts'
import { bytesText } from '../bytes-text.ts'
import { inputText, jobInputText } from '../jobs/input-text.ts'

/** What to load: the records within another record, or those that contain some words. */
interface EntryQuery {
  within: string
  words: string
  signal: AbortSignal
}

/** How to load records of a kind without names. They are labelled by their content. */
interface EntryLoader {
  /** The first part of the query key, by which updates refresh the query. */
  key: string
  /** The kind of record that they belong to, which the user chooses first. */
  within?: string
  /** Whether the service can search all of them. */
  isSearched?: true
  load(query: EntryQuery): Promise<RecordName[]>
}

const MAX_ENTRIES = 100
const MAX_CRONS = 20
const RUNS_PER_CRON = 10
const MAX_LABEL_LENGTH = 80

/** APIs have a list of their own, sent pages are not listed, and the Playground has no form that takes the others. */
type UnofferedNoun = 'API' | 'key' | 'saved request' | 'sent page' | 'sign-in'

const LOADERS: Record<Exclude<RecordNoun, RecordKind | UnofferedNoun>, EntryLoader> = {
  job: {
    key: 'jobs',
    isSearched: true,
    async load({ words, signal }) {
      const { data } = await call('job-list', { limit: MAX_ENTRIES, ...(words && { q: words }) }, { signal })
      return data.map(job => entry(job.id, [job.api_id, jobInputText(job)], job.created_at))
    },
  },
  'workflow run': {
    key: 'workflow-runs',
    async load({ signal }) {
      const { data } = await call('workflow-run-list', { limit: MAX_ENTRIES }, { signal })
      return data.map(run => entry(run.id, [run.workflow_name, inputText(run.input)], run.created_at))
    },
  },
  'cron run': { key: 'crons', load: loadCronRuns },
  delivery: {
    key: 'webhooks',
    within: 'webhook',
    async load({ within, signal }) {
      const { data } = await call('webhook-deliveries', { id: within, limit: MAX_ENTRIES }, { signal })
      return data.map(({ id, event, created_at }) => entry(id, [event.type], created_at))
    },
  },
  row: {
    key: 'databases',
    within: 'database',
    isSearched: true,
    async load({ within, words, signal }) {
      const input = { id: within, limit: MAX_ENTRIES, ...(words && { q: words }) }
      const { data } = await call('database-rows', input, { signal })
      return data.map(row => entry(row.id, firstValues(row.data), row.changed_at))
    },
  },
  'saved page': {
    key: 'parsers',
    within: 'parser',
    async load({ within, signal }) {
      const { data } = await call('fixture-list', { id: within }, { signal })
      return data.map(({ id, name }) => ({ id, name }))
    },
  },
  result: {
    key: 'results',
    async load({ signal }) {
      const { data } = await call('result-list', {}, { signal })
      return data.map(({ id, bytes, kept_at }) => entry(id, [bytesText(bytes)], kept_at))
    },
  },
}

/** Returns how to load records of a kind without names; undefined for any other kind. */
export const entryLoaderOf = (kind: string): EntryLoader | undefined =>
  Object.hasOwn(LOADERS, kind) ? LOADERS[kind as keyof typeof LOADERS] : undefined

/** The query for records of a kind without names. Disabled until the record that they belong to is chosen. */
export const entriesQuery = (
  loader: EntryLoader,
  { account, within = '', words }: { account: string; within: string | undefined; words: string },
) =>
  queryOptions({
    queryKey: [loader.key, account, 'entries', within, words],
    queryFn: ({ signal }) => loader.load({ within, words, signal }),
    enabled: !loader.within || within !== '',
    retry: false,
  })

function entry(id: string, details: (string | null)[], at: string): RecordName {
  const text = details.filter(Boolean).join(' · ')
  const label = text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text
  return { id, name: [label, relativeTime(Date.parse(at) - serviceTime())].filter(Boolean).join(' · ') }
}

/** Returns the first two texts or numbers of a row. */
const firstValues = (data: Record<string, unknown>): string[] =>
  Object.values(data)
    .filter(value => typeof value === 'string' || typeof value === 'number')
    .slice(0, 2)
    .map(String)

/** The API lists runs only by cron, so this loads the runs of the first crons and sorts them, newest first. */
async function loadCronRuns({ signal }: EntryQuery): Promise<RecordName[]> {
  const crons = (await call('cron-list', { limit: MAX_CRONS }, { signal })).data
  const pages = await Promise.all(
    crons.map(async ({ id, name }) => {
      const { data } = await call('cron-runs', { id, limit: RUNS_PER_CRON }, { signal })
      return data.map(run => ({ run, name }))
    }),
  )
  return pages
    .flat()
    .toSorted((a, b) => b.run.created_at.localeCompare(a.run.created_at))
    .map(({ run, name }) => entry(run.id, [name], run.created_at))
}
