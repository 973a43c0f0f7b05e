import { writeDraft } from './drafts/drafts.ts'
import type { InputOf } from './service/client.ts'

type Body = InputOf<'collect'>

/** A column of the rows, as it is chosen. */
export type CollectedColumn = NonNullable<NonNullable<Body['database']>['columns']>[number] & {
  path: string
  isLeftOut?: boolean
}

/** What is collected, as far as it is chosen; what is absent is as the preview proposes. */
export interface CollectDraft {
  target: Body['target']
  /** Of links: they are the rows themselves, and nothing reads the pages that they lead to. */
  linksAreRows?: boolean | undefined
  /** A result to show values of. */
  sample?: Record<string, unknown> | undefined
  rowsPath?: string | undefined
  columns?: CollectedColumn[] | undefined
  keys?: string[] | undefined
  /** The database that is there already; null for a new one. */
  into: string | null
  name?: string | undefined
  /** Of a database that is there: the fields of the result by its columns. */
  paths: Record<string, string>
  /** The fields of the result that become new columns of it. */
  added?: string[] | undefined
  keepsMissing: boolean
  isScheduled: boolean
  expression?: string | undefined
  timezone?: string | undefined
  /** Runs once at the start, beside its schedule. */
  runsNow: boolean
  /** The address that is notified of changed rows; null for none. */
  notifies: string | null
}

const newCollectDraft = (target: Body['target']): CollectDraft => ({
  target,
  into: null,
  paths: {},
  keepsMissing: false,
  isScheduled: false,
  runsNow: true,
  notifies: null,
})

const LINKS = 'links'

/** The page that collects what a parser, an API or links yield: its address names them. */
export const collectPlace = ({ type, id }: Partial<CollectDraft['target']>) => {
  const query = type === 'batch' ? LINKS : id ? `${type}=${encodeURIComponent(id)}` : ''
  return `/databases/collect${query && `?${query}`}`
}

/** What an address names to begin with, and where what is chosen is stored. */
export function collectedBy(params: URLSearchParams): { start: CollectDraft; slot: string } {
  const into = params.get('into')
  const [parser, api] = [params.get('parser'), params.get('api')]
  const target: CollectDraft['target'] = api
    ? { type: 'api', id: api, input: {} }
    : { type: 'parser', ...(parser && { id: parser, input: {} }) }
  const slot = slotOf(params.has(LINKS) ? { type: 'batch' } : target)
  return { start: { ...newCollectDraft(target), into }, slot: into ? `${slot} ${into}` : slot }
}

const slotOf = ({ type, id }: Partial<CollectDraft['target']>) => `collect ${type} ${id ?? ''}`

/** Items of a list that are enough to show values of. */
const MOST_ITEMS = 30
const LONGEST_SAMPLE = 300_000

/** Begins to collect what a parser, an API or links yield; returns the page that goes on. */
export function startCollecting(
  account: string,
  { target, sample }: Pick<CollectDraft, 'target' | 'sample'>,
): string {
  writeDraft(account, slotOf(target), { ...newCollectDraft(target), sample: sample && cut(sample) })
  return collectPlace(target)
}

function cut(sample: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(sample).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, MOST_ITEMS) : value,
  ])
  const some = Object.fromEntries(entries)
  return JSON.stringify(some).length > LONGEST_SAMPLE ? undefined : some
}
