import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { invalidatePresent, showAgain, useDeletion } from '../../lib/service/deletion.ts'
import { offerUndo } from './offer-undo.tsx'

/** Where a deleted record can be restored once the offer to undo is gone. */
export const RESTORABLE = 'It can be restored for 7 days under Settings → Deleted.'

/** The notice that a record with a name was deleted. */
export const namedNotice = ({ name }: { name: string }) => `“${name}” was deleted. ${RESTORABLE}`

/** The deletion of a record that can be brought back, which is offered once it is deleted, and again where it fails. */
export function useUndoableDeletion<Deleted extends { id: string }>({
  of,
  remove,
  restore,
  notice,
}: {
  /** How the keys of the queries begin that list such records. */
  of: readonly string[]
  remove: (record: Deleted) => Promise<unknown>
  restore: (record: Deleted) => Promise<unknown>
  /** What is shown once it is deleted. */
  notice: (record: Deleted) => string
}) {
  const queries = useQueryClient()
  const bringBack = useMutation({
    mutationFn: restore,
    onSuccess: (_, { id }: Deleted) => showAgain(queries, id, of),
    onError: (error, record) => offerUndo(errorBodyOf(error).error, () => bringBack.mutate(record)),
  })
  return useDeletion(remove, record => {
    void invalidatePresent(queries, of)
    offerUndo(notice(record), () => bringBack.mutate(record))
  })
}
