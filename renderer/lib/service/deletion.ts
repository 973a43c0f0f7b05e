import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

/** The page of a deleted record has been left after this. */
const LEAVING_MS = 10_000

const deleted = new Set<unknown>()

/** True for a query of a record that is being deleted, or was: its page may be open for a moment longer. */
export const isOfDeleted = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey.some(part => deleted.has(part))

/** Lets a record be asked for that was deleted. */
const askAgainFor = (id: string) => void deleted.delete(id)

/** Invalidates the queries whose key begins with this, but for those of deleted records. */
export const invalidatePresent = (queries: QueryClient, queryKey: readonly unknown[]) =>
  queries.invalidateQueries({ queryKey, predicate: query => !isOfDeleted(query) })

/** What is shown once a record was brought back: it may be asked for, and the queries whose key begins with this are stale. */
export function showAgain(queries: QueryClient, id: string, queryKey: readonly unknown[]) {
  askAgainFor(id)
  return invalidatePresent(queries, queryKey)
}

/** The deletion of a record. From its start on nothing asks for the record, unless it fails. */
export function useDeletion<Deleted extends { id: string }>(
  mutationFn: (record: Deleted) => Promise<unknown>,
  onSuccess?: (record: Deleted) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    async onMutate({ id }) {
      deleted.add(id)
      await queries.cancelQueries({ predicate: isOfDeleted })
    },
    onError(_, { id }) {
      askAgainFor(id)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(id) })
    },
    onSuccess(_, record) {
      setTimeout(() => askAgainFor(record.id), LEAVING_MS)
      onSuccess?.(record)
    },
  })
}
