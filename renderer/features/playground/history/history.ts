import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../lib/service/query-client.ts'
import type { Entry } from './entry.ts'

const MOST_ENTRIES = 300
const MOST_BYTES = 100_000_000

/** Opens the browser's database of past calls, which survive closing the window. */
const opened = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('winnow', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('history', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let database: Promise<IDBDatabase> | undefined

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  database ??= opened()
  return (await database).transaction('history', mode).objectStore('history')
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const all = async (): Promise<Entry[]> => (await done<Entry[]>((await store('readonly')).getAll())).reverse()

/** The query for the past calls of an account, newest first. */
export const historyQuery = (account: string) =>
  queryOptions({
    queryKey: ['history', account],
    queryFn: async () => (await all()).filter(entry => entry.account === account),
    staleTime: Number.POSITIVE_INFINITY,
  })

const changed = () => queryClient.invalidateQueries({ queryKey: ['history'] })

const sizeOf = ({ body, files }: Entry) =>
  (body?.size ?? 0) +
  Object.values(files)
    .flat()
    .reduce((bytes, { size }) => bytes + size, 0)

/** Returns the oldest calls beyond the limits of number and size. */
function overflowing(entries: readonly Entry[]): Entry[] {
  let bytes = 0
  return entries.filter((entry, index) => {
    bytes += sizeOf(entry)
    return index >= MOST_ENTRIES || bytes > MOST_BYTES
  })
}

/** Stores calls, and deletes the oldest ones beyond the limits. */
export async function keep(...entries: Entry[]): Promise<void> {
  const target = await store('readwrite')
  await Promise.all(entries.map(entry => done(target.put(entry))))
  await forget(overflowing(await all()))
}

/** Deletes calls. */
export async function forget(entries: readonly Entry[]): Promise<void> {
  const target = await store('readwrite')
  await Promise.all(entries.map(({ id }) => done(target.delete(id))))
  await changed()
}
