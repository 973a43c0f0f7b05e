import { Alert, Button } from '@mantine/core'
import { useAccount } from '../../lib/service/account.ts'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { call } from '../../lib/service/client.ts'
import { DeletedNotice } from '../../ui/page/deleted-notice.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { isStale, NewerVersion } from '../../ui/page/newer-version.tsx'
import type { Workflow } from './api.ts'
import type { GraphState } from './graph/use-graph.ts'
import type { SaveState } from './use-save.ts'
import classes from './workflows.module.css'

/** Whether an error consists of problems of the graph, which are shown at their nodes. */
const isGraphError = (error: unknown) => errorBodyOf(error).detail === 'invalid_graph'

/** Says why the workflow cannot be saved: an error, a newer version that was saved elsewhere, or its deletion. */
export function EditorNotices({
  saving,
  editing,
  workflow,
  isDeleted,
}: {
  saving: SaveState
  editing: GraphState
  workflow: Workflow | null
  isDeleted: boolean
}) {
  const account = useAccount()
  if (workflow && isDeleted)
    return (
      <DeletedNotice
        className={classes.notice}
        what="workflow"
        id={workflow.id}
        of={['workflows', account]}
        restore={() => call('workflow-restore', { id: workflow.id })}
      />
    )
  if (workflow && editing.isChanged && editing.base !== workflow.version)
    return (
      <NewerVersion
        className={classes.notice}
        version={workflow.version}
        base={editing.base}
        onDiscard={editing.discard}
        onSaveMine={saving.saveOver}
      />
    )
  if (!saving.error || isStale(saving.error)) return null
  if (isGraphError(saving.error))
    return (
      <Alert className={classes.notice} color="red" radius={0} role="alert">
        The workflow has problems and was not saved. Fix them, or save it as a draft.{' '}
        <Button
          size="compact-sm"
          variant="default"
          ml={8}
          onClick={() => editing.replace(graph => ({ ...graph, state: 'draft' }))}
        >
          Change to draft
        </Button>
      </Alert>
    )
  return (
    <div className={classes.notice}>
      <ErrorNotice error={saving.error} />
    </div>
  )
}
