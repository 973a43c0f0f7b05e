import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

/** By then, the user has left the page of the deleted record. */
const LEAVING_MS = 10_000

const deletedIds = new Set<unknown>()

/** Whether a query belongs to a record that is being deleted or was just deleted. Its page may stay open for a moment. */
export const isOfDeleted = ({ queryKey }: Pick<Query, 'queryKey'>) =>
  queryKey.some(part => deletedIds.has(part))

/** Allows queries of a record that was deleted. */
const allowQueries = (id: string) => void deletedIds.delete(id)

/** Invalidates the queries whose key begins with `queryKey`, except those of deleted records. */
export const invalidatePresent = (queries: QueryClient, queryKey: readonly unknown[]) =>
  queries.invalidateQueries({ queryKey, predicate: query => !isOfDeleted(query) })

/** Shows a restored record again: allows its queries, and invalidates those whose key begins with `queryKey`. */
export function showAgain(queries: QueryClient, id: string, queryKey: readonly unknown[]) {
  allowQueries(id)
  return invalidatePresent(queries, queryKey)
}

/** A mutation that deletes a record. From its start, no query asks for the record, unless the deletion fails. */
export function useDeletion<Deleted extends { id: string }>(
  mutationFn: (record: Deleted) => Promise<unknown>,
  onSuccess?: (record: Deleted) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    async onMutate({ id }) {
      deletedIds.add(id)
      await queries.cancelQueries({ predicate: isOfDeleted })
    },
    onError(_, { id }) {
      allowQueries(id)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(id) })
    },
    onSuccess(_, record) {
      setTimeout(() => allowQueries(record.id), LEAVING_MS)
      onSuccess?.(record)
    },
  })
}
