import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showAgain } from '../../lib/service/deletion.ts'
import { ErrorNotice } from './error-notice.tsx'

/** Says that the record in an editor was deleted elsewhere, and brings it back. */
export function DeletedNotice({
  className,
  what,
  id,
  of,
  restore,
}: {
  className: string | undefined
  /** What the record is: `parser`. */
  what: string
  id: string
  /** How the keys of the queries begin that show such records. */
  of: readonly string[]
  restore: () => Promise<unknown>
}) {
  const queries = useQueryClient()
  const restoreMutation = useMutation({ mutationFn: restore, onSuccess: () => showAgain(queries, id, of) })
  return (
    <Alert className={className} color="yellow" radius={0} role="status">
      <Group justify="space-between">
        {`This ${what} was deleted elsewhere. Restore it to save your changes.`}
        <Button
          size="compact-sm"
          variant="default"
          loading={restoreMutation.isPending}
          onClick={() => restoreMutation.mutate()}
        >
          {`Restore ${what}`}
        </Button>
      </Group>
      {restoreMutation.error && <ErrorNotice error={restoreMutation.error} />}
    </Alert>
  )
}
