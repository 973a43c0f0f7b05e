import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../lib/service/query-client.ts'
import type { HistoryEntry } from './entry.ts'

const MAX_ENTRIES = 300
const MAX_BYTES = 100_000_000

/** Opens the browser's database of past calls, which survive closing the window. */
const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('winnow', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('history', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let database: Promise<IDBDatabase> | undefined

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  database ??= openDatabase()
  return (await database).transaction('history', mode).objectStore('history')
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const allEntries = async (): Promise<HistoryEntry[]> =>
  (await resultOf<HistoryEntry[]>((await openStore('readonly')).getAll())).reverse()

/** The query for the past calls of an account, newest first. */
export const historyQuery = (account: string) =>
  queryOptions({
    queryKey: ['history', account],
    queryFn: async () => (await allEntries()).filter(entry => entry.account === account),
    staleTime: Number.POSITIVE_INFINITY,
  })

const invalidateHistory = () => queryClient.invalidateQueries({ queryKey: ['history'] })

const sizeOf = ({ body, files }: HistoryEntry) =>
  (body?.size ?? 0) +
  Object.values(files)
    .flat()
    .reduce((bytes, { size }) => bytes + size, 0)

/** Returns the oldest calls beyond the limits of number and size. */
function entriesBeyondLimits(entries: readonly HistoryEntry[]): HistoryEntry[] {
  let bytes = 0
  return entries.filter((entry, index) => {
    bytes += sizeOf(entry)
    return index >= MAX_ENTRIES || bytes > MAX_BYTES
  })
}

/** Stores calls, and deletes the oldest ones beyond the limits. */
export async function addEntries(...entries: HistoryEntry[]): Promise<void> {
  const objectStore = await openStore('readwrite')
  await Promise.all(entries.map(entry => resultOf(objectStore.put(entry))))
  await deleteEntries(entriesBeyondLimits(await allEntries()))
}

/** Deletes calls. */
export async function deleteEntries(entries: readonly HistoryEntry[]): Promise<void> {
  const objectStore = await openStore('readwrite')
  await Promise.all(entries.map(({ id }) => resultOf(objectStore.delete(id))))
  await invalidateHistory()
}
