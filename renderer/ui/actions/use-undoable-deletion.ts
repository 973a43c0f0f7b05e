import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { invalidatePresent, showAgain, useDeletion } from '../../lib/service/deletion.ts'
import { offerUndo } from './offer-undo.tsx'

/** Where a deleted record can be restored once the offer to undo is gone. */
export const RESTORABLE = 'It can be restored for 7 days under Settings → Deleted.'

/** The sentences that tell of the deletion of a record with a name. */
export const tellByName = ({ name }: { name: string }) => `“${name}” was deleted. ${RESTORABLE}`

/** The deletion of a record that can be brought back, which is offered once it is deleted, and again where it fails. */
export function useUndoableDeletion<Deleted extends { id: string }>({
  of,
  remove,
  restore,
  told,
}: {
  /** How the keys of the queries begin that list such records. */
  of: readonly string[]
  remove: (record: Deleted) => Promise<unknown>
  restore: (record: Deleted) => Promise<unknown>
  /** The sentence that tells of the deletion. */
  told: (record: Deleted) => string
}) {
  const queries = useQueryClient()
  const bringBack = useMutation({
    mutationFn: restore,
    onSuccess: (_, { id }: Deleted) => showAgain(queries, id, of),
    onError: (error, record) => offerUndo(errorBodyOf(error).error, () => bringBack.mutate(record)),
  })
  return useDeletion(remove, record => {
    void invalidatePresent(queries, of)
    offerUndo(told(record), () => bringBack.mutate(record))
  })
}
