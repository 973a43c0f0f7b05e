import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { invalidatePresent, showAgain, useDeletion } from '../../lib/service/deletion.ts'
import { offerUndo } from './offer-undo.tsx'

/** Says where a deleted record can be restored once the undo notification is gone. */
export const RESTORE_HINT = 'It can be restored for 7 days under Settings → Deleted.'

/** The notification that a named record was deleted. */
export const namedNotice = ({ name }: { name: string }) => `“${name}” was deleted. ${RESTORE_HINT}`

/** A mutation that deletes a record and then offers to undo that. If the undo fails, it is offered again. */
export function useUndoableDeletion<Deleted extends { id: string }>({
  of,
  remove,
  restore,
  notice,
}: {
  /** The prefix of the query keys of the lists of such records. */
  of: readonly string[]
  remove: (record: Deleted) => Promise<unknown>
  restore: (record: Deleted) => Promise<unknown>
  /** The text of the notification after the deletion. */
  notice: (record: Deleted) => string
}) {
  const queries = useQueryClient()
  const restoreMutation = useMutation({
    mutationFn: restore,
    onSuccess: (_, { id }: Deleted) => showAgain(queries, id, of),
    onError: (error, record) => offerUndo(errorBodyOf(error).error, () => restoreMutation.mutate(record)),
  })
  return useDeletion(remove, record => {
    void invalidatePresent(queries, of)
    offerUndo(notice(record), () => restoreMutation.mutate(record))
  })
}
