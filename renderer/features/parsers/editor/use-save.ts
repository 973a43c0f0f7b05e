import { useNavigate } from 'react-router'
import { movePage } from '../../../lib/open-page.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Parser, useParserActions } from '../api.ts'
import { bodyOf, storeDraft } from '../draft.ts'
import type { DraftState } from './use-draft.ts'

/** The functions that save the draft, and their state. */
export interface SaveState {
  save: () => void
  /** Saves as a new version even if a newer one was saved in the meantime. */
  saveOver: () => void
  isSaving: boolean
  error: unknown
  /** Whether there are changes to save. */
  canSave: boolean
  /** The number of the next version. */
  next: number
}

/** Saves a draft as the next version of its parser. After the first save, opens the page of the new parser. */
export function useSave(
  slot: string,
  parser: Parser | null,
  { draft, isChanged, settle }: DraftState,
  /** Returns whether all typed texts are valid. An invalid text is not part of the draft. */
  isAllWritten: () => boolean,
): SaveState {
  const account = useAccount()
  const navigate = useNavigate()
  const { save } = useParserActions()
  const latest = useLatest(draft)
  const canSave = (parser === null || isChanged) && !save.isPending

  const saveFrom = (base: number) => {
    if (!canSave || !isAllWritten()) return
    save.mutate(
      { id: parser?.id ?? null, base, body: bodyOf(draft) },
      {
        async onSuccess(saved) {
          if (parser) return settle(draft, saved.version)
          await movePage(account, slot, saved.id).catch(() => {})
          storeDraft(account, slot, null)
          // Edits made during the save become a draft of the saved parser, which is shown on its own page.
          if (latest.current !== draft)
            storeDraft(account, saved.id, { ...latest.current, base: saved.version })
          void navigate(`/parsers/${saved.id}`, { replace: true })
        },
      },
    )
  }
  return {
    save: () => saveFrom(draft.base),
    saveOver: () => saveFrom(parser?.version ?? 0),
    isSaving: save.isPending,
    error: save.error,
    canSave,
    next: (parser?.version ?? 0) + 1,
  }
}
