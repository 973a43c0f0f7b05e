import { Alert, Button, Group } from '@mantine/core'
import { CallError } from '../../../lib/service/call-error.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import type { Parser } from '../api.ts'
import classes from './editor.module.css'
import type { DraftState } from './use-draft.ts'
import type { Saving } from './use-save.ts'

interface EditorNoticesOptions {
  saving: Saving
  editing: DraftState
  parser: Parser | null
  onCompare: () => void
}

const isStale = (error: unknown) => error instanceof CallError && error.status === 412

/** Why the draft cannot be saved: an error, or a newer version saved elsewhere. */
export function EditorNotices({ saving, editing, parser, onCompare }: EditorNoticesOptions) {
  const { draft, changed, discard } = editing
  if (parser && changed && draft.base !== parser.version)
    return (
      <Alert className={classes.notice} color="yellow" radius={0} role="status">
        <Group justify="space-between">
          {`Version ${parser.version} was saved elsewhere. Your changes are based on version ${draft.base}.`}
          <Group gap={8}>
            <Button size="compact-sm" variant="default" onClick={onCompare}>
              Compare
            </Button>
            <Button size="compact-sm" variant="default" onClick={discard}>
              Discard my changes
            </Button>
            <Button size="compact-sm" variant="default" onClick={saving.saveOver}>
              Save mine as a new version
            </Button>
          </Group>
        </Group>
      </Alert>
    )
  if (!saving.error || isStale(saving.error)) return null
  return (
    <div className={classes.notice}>
      <ErrorNotice error={saving.error} />
    </div>
  )
}
