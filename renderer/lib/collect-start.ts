import { writeDraft } from './drafts/drafts.ts'
import type { InputOf } from './service/client.ts'

type CollectInput = InputOf<'collect'>

/** A chosen column of the rows. */
export type CollectedColumn = NonNullable<NonNullable<CollectInput['database']>['columns']>[number] & {
  path: string
  isLeftOut?: boolean
}

/** What the user has chosen to collect so far. A field that is not set uses the proposal of the preview. */
export interface CollectDraft {
  target: CollectInput['target']
  /** Only for links: the links themselves are the rows, and the pages behind them are not read. */
  linksAreRows?: boolean | undefined
  /** A sample result, whose values are shown. */
  sample?: Record<string, unknown> | undefined
  rowsPath?: string | undefined
  columns?: CollectedColumn[] | undefined
  keys?: string[] | undefined
  /** The id of the existing database to fill; null for a new one. */
  into: string | null
  name?: string | undefined
  /** Only for an existing database: the field of the result for each of its columns. */
  paths: Record<string, string>
  /** The fields of the result that are added to the existing database as new columns. */
  added?: string[] | undefined
  keepsMissing: boolean
  isScheduled: boolean
  expression?: string | undefined
  timezone?: string | undefined
  /** Also runs once immediately, in addition to the schedule. */
  runsNow: boolean
  /** The address that is notified of changed rows; null for none. */
  notifies: string | null
}

const newCollectDraft = (target: CollectInput['target']): CollectDraft => ({
  target,
  into: null,
  paths: {},
  keepsMissing: false,
  isScheduled: false,
  runsNow: true,
  notifies: null,
})

const LINKS = 'links'

/** Returns the address of the page that collects the results of a parser, an API or links. */
export const collectPath = ({ type, id }: Partial<CollectDraft['target']>) => {
  const query = type === 'batch' ? LINKS : id ? `${type}=${encodeURIComponent(id)}` : ''
  return `/databases/collect${query && `?${query}`}`
}

/** Reads the address of that page: the initial draft, and the slot that stores the choices. */
export function collectStartOf(params: URLSearchParams): { start: CollectDraft; slot: string } {
  const into = params.get('into')
  const [parser, api] = [params.get('parser'), params.get('api')]
  const target: CollectDraft['target'] = api
    ? { type: 'api', id: api, input: {} }
    : { type: 'parser', ...(parser && { id: parser, input: {} }) }
  const slot = slotOf(params.has(LINKS) ? { type: 'batch' } : target)
  return { start: { ...newCollectDraft(target), into }, slot: into ? `${slot} ${into}` : slot }
}

const slotOf = ({ type, id }: Partial<CollectDraft['target']>) => `collect ${type} ${id ?? ''}`

/** How many items of each list a sample keeps to show values. */
const MAX_ITEMS = 30
const MAX_SAMPLE_LENGTH = 300_000

/**
 * Stores the draft of collecting the results of a parser, an API or links; returns the address of the page that continues
 * it.
 */
export function startCollecting(
  account: string,
  { target, sample }: Pick<CollectDraft, 'target' | 'sample'>,
): string {
  writeDraft(account, slotOf(target), { ...newCollectDraft(target), sample: sample && shortenSample(sample) })
  return collectPath(target)
}

function shortenSample(sample: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(sample).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value,
  ])
  const shortened = Object.fromEntries(entries)
  return JSON.stringify(shortened).length > MAX_SAMPLE_LENGTH ? undefined : shortened
}
