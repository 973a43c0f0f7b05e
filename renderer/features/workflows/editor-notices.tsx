import { Alert, Button, Group } from '@mantine/core'
import { CallError, errorBodyOf } from '../../lib/call-error.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { Workflow } from './api.ts'
import { graphOf } from './graph/edit-graph.ts'
import type { GraphInHand } from './graph/use-graph.ts'
import type { Saving } from './use-save.ts'
import classes from './workflows.module.css'

const isStale = (error: unknown) => error instanceof CallError && error.status === 412
/** Faults are shown at their nodes. */
const isDrawn = (error: unknown) => errorBodyOf(error).detail === 'invalid_graph'

/** What stands in the way of saving: an error, or a version that was saved elsewhere meanwhile. */
export function EditorNotices({
  saving,
  hand,
  workflow,
}: {
  saving: Saving
  hand: GraphInHand
  workflow: Workflow | null
}) {
  if (workflow && hand.changed && hand.base !== workflow.version)
    return (
      <Alert className={classes.notice} color="yellow" radius={0} role="status">
        <Group justify="space-between">
          {`Version ${workflow.version} was saved since you began from version ${hand.base}.`}
          <Group gap={8}>
            <Button size="compact-sm" variant="default" onClick={() => hand.replace(() => graphOf(workflow))}>
              Take the newest
            </Button>
            <Button size="compact-sm" variant="default" onClick={saving.saveOver}>
              Save mine as the newest
            </Button>
          </Group>
        </Group>
      </Alert>
    )
  if (!saving.error || isStale(saving.error)) return null
  if (isDrawn(saving.error))
    return (
      <Alert className={classes.notice} color="red" radius={0} role="alert">
        It has faults and is not saved. Correct them, or save it as a draft.{' '}
        <Button
          size="compact-sm"
          variant="default"
          ml={8}
          onClick={() => hand.replace(graph => ({ ...graph, state: 'draft' }))}
        >
          Make it a draft
        </Button>
      </Alert>
    )
  return (
    <div className={classes.notice}>
      <ErrorNotice error={saving.error} />
    </div>
  )
}
