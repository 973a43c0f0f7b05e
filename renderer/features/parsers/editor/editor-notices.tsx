import { Alert, Button, Group } from '@mantine/core'
import { CallError } from '../../../lib/call-error.ts'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import type { Parser } from '../api.ts'
import classes from './editor.module.css'
import type { DraftInHand } from './use-draft.ts'
import type { Saving } from './use-save.ts'

interface EditorNoticesOptions {
  saving: Saving
  hand: DraftInHand
  parser: Parser | null
  onCompare: () => void
}

const isStale = (error: unknown) => error instanceof CallError && error.status === 412

/** What stands in the way of saving: an error, or a version that was saved elsewhere meanwhile. */
export function EditorNotices({ saving, hand, parser, onCompare }: EditorNoticesOptions) {
  const { draft, changed, discard } = hand
  if (parser && changed && draft.base !== parser.version)
    return (
      <Alert className={classes.notice} color="yellow" radius={0} role="status">
        <Group justify="space-between">
          {`Version ${parser.version} was saved since you began from version ${draft.base}.`}
          <Group gap={8}>
            <Button size="compact-sm" variant="default" onClick={onCompare}>
              Compare
            </Button>
            <Button size="compact-sm" variant="default" onClick={discard}>
              Give up my changes
            </Button>
            <Button size="compact-sm" variant="default" onClick={saving.saveOver}>
              Save mine as the newest
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
