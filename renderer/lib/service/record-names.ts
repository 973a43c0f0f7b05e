import { queryOptions } from '@tanstack/react-query'
import { allPages } from './all-pages.ts'
import { resultOf, send } from './client.ts'

/** A record as drop-downs show it. */
export interface RecordName {
  id: string
  name: string
}

/** A record as the API lists it. A webhook has no name and is shown by its URL. */
interface ListedRecord {
  id: string
  name?: string | null
  url?: string
}

interface ListPage {
  data: ListedRecord[]
  next_cursor: string | null
}

const PAGE_SIZE = 100
/** A list of names ends here: the newest ones. */
export const MAX_NAMES = 1_000

const KINDS = ['parser', 'database', 'webhook', 'workflow', 'cron', 'batch', 'session'] as const

/** A kind of record that users know by name. */
export type RecordKind = (typeof KINDS)[number]

export const isRecordKind = (noun: string): noun is RecordKind => (KINDS as readonly string[]).includes(noun)

const nameOf = ({ id, name, url }: ListedRecord): RecordName => ({ id, name: name || url || id })

/** The newest records of a kind with their names, fetched page by page: all, or `MAX_NAMES`. */
export const recordNamesQuery = (kind: RecordKind, account: string) =>
  queryOptions({
    queryKey: [kind === 'batch' ? 'batches' : `${kind}s`, account, 'all-names'],
    queryFn: async ({ signal }) => {
      const readPage = async (position: { cursor?: string }): Promise<ListPage> =>
        resultOf(await send(`${kind}-list`, { limit: PAGE_SIZE, ...position }, { signal }))
      return (await allPages(readPage, MAX_NAMES)).map(nameOf)
    },
  })
