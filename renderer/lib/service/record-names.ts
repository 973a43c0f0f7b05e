import { queryOptions } from '@tanstack/react-query'
import { allPages } from './all-pages.ts'
import { type OutputOf, resultOf, send } from './client.ts'

/** A record as drop-downs show it. */
export interface RecordName {
  id: string
  name: string
  /** A batch without a name. */
  unnamedBatch?: UnnamedBatch
}

type Batch = OutputOf<'batch-list'>['data'][number]
type UnnamedBatch = Pick<Batch, 'name' | 'counts' | 'target'>

/** A record as the API lists it. A webhook has no name and is shown by its URL. */
interface ListedRecord extends Partial<Pick<Batch, 'name' | 'counts' | 'target'>> {
  id: string
  url?: string
}

interface ListPage {
  data: ListedRecord[]
  next_cursor: string | null
}

const PAGE_SIZE = 100
/** A list of names ends here: the newest ones. */
export const MAX_NAMES = 1_000
/** A search for names ends here. */
const MAX_FOUND = 500
/** The service refuses longer searches. */
const MAX_WORDS_LENGTH = 200

const KINDS = ['parser', 'database', 'webhook', 'workflow', 'cron', 'batch', 'session'] as const

/** A kind of record that users know by name. */
export type RecordKind = (typeof KINDS)[number]

export const isRecordKind = (noun: string): noun is RecordKind => (KINDS as readonly string[]).includes(noun)

const nameOf = ({ id, name, url, counts, target }: ListedRecord): RecordName => ({
  id,
  name: name || url || id,
  ...(!name && counts && target && { unnamedBatch: { name: null, counts, target } }),
})

/** The plural of a kind, by which its queries begin. */
export const pluralOf = (kind: RecordKind) => (kind === 'batch' ? 'batches' : `${kind}s`)

async function readPage(
  kind: RecordKind,
  input: { q?: string; cursor?: string },
  signal: AbortSignal,
): Promise<ListPage> {
  return resultOf(await send(`${kind}-list`, { limit: PAGE_SIZE, ...input }, { signal }))
}

/** The newest records of a kind with their names, fetched page by page: all, or about `max`. */
export const recordNamesQuery = (kind: RecordKind, account: string, max = MAX_NAMES) =>
  queryOptions({
    queryKey: [pluralOf(kind), account, 'all-names', max],
    queryFn: async ({ signal }) =>
      (await allPages(position => readPage(kind, position, signal), max)).map(nameOf),
  })

/** The name of one record, which is not searched for: that would go through all records of the account. */
export const recordNameQuery = (kind: RecordKind, account: string, id: string) =>
  queryOptions({
    queryKey: [pluralOf(kind), account, 'name', id],
    queryFn: async ({ signal }) => nameOf(resultOf(await send(`${kind}-get`, { id }, { signal }))),
    retry: false,
  })

/** The records of a kind in which the service finds the words, such as their name or id: the newest of them. */
export const foundNamesQuery = (kind: RecordKind, account: string, words: string) =>
  queryOptions({
    queryKey: [pluralOf(kind), account, 'found-names', words],
    queryFn: async ({ signal }) => {
      const q = words.slice(0, MAX_WORDS_LENGTH)
      const found = await allPages(position => readPage(kind, { q, ...position }, signal), MAX_FOUND)
      return { names: found.map(nameOf), hasMore: found.length >= MAX_FOUND }
    },
  })
