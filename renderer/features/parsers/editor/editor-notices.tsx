import { Button } from '@mantine/core'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { isStale, NewerVersion } from '../../../ui/page/newer-version.tsx'
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

/** Says why the draft cannot be saved: an error, or a newer version that was saved elsewhere. */
export function EditorNotices({ saving, editing, parser, onCompare }: EditorNoticesOptions) {
  const { draft, changed, discard } = editing
  if (parser && changed && draft.base !== parser.version)
    return (
      <NewerVersion
        className={classes.notice}
        version={parser.version}
        base={draft.base}
        onDiscard={discard}
        onSaveMine={saving.saveOver}
      >
        <Button size="compact-sm" variant="default" onClick={onCompare}>
          Compare
        </Button>
      </NewerVersion>
    )
  if (!saving.error || isStale(saving.error)) return null
  return (
    <div className={classes.notice}>
      <ErrorNotice error={saving.error} />
    </div>
  )
}
