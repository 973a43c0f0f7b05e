import { Button } from '@mantine/core'
import { useAccount } from '../../../lib/service/account.ts'
import { call } from '../../../lib/service/client.ts'
import { DeletedNotice } from '../../../ui/page/deleted-notice.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { isStale, NewerVersion } from '../../../ui/page/newer-version.tsx'
import type { Parser } from '../api.ts'
import classes from './editor.module.css'
import type { DraftState } from './use-draft.ts'
import type { SaveState } from './use-save.ts'

interface EditorNoticesOptions {
  saving: SaveState
  editing: DraftState
  parser: Parser | null
  isDeleted: boolean
  onCompare: () => void
}

/** Says why the draft cannot be saved: an error, a newer version that was saved elsewhere, or the deletion of its parser. */
export function EditorNotices({ saving, editing, parser, isDeleted, onCompare }: EditorNoticesOptions) {
  const account = useAccount()
  const { draft, isChanged, discard } = editing
  if (parser && isDeleted)
    return (
      <DeletedNotice
        className={classes.notice}
        what="parser"
        id={parser.id}
        of={['parsers', account]}
        restore={() => call('parser-restore', { id: parser.id })}
      />
    )
  if (parser && isChanged && draft.base !== parser.version)
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
