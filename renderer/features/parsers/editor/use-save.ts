import { useNavigate } from 'react-router'
import { movePage } from '../../../lib/open-page.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Parser, useParserActions } from '../api.ts'
import { bodyOf, keepDraft } from '../draft.ts'
import type { DraftState } from './use-draft.ts'

/** The state of saving. */
export interface Saving {
  save: () => void
  /** Saves as a new version, although a newer one was saved meanwhile. */
  saveOver: () => void
  saving: boolean
  error: unknown
  /** There are changes to save. */
  can: boolean
  /** The number of the next version. */
  next: number
}

/** Saves a draft as the next version of its parser; a new parser gets its own address. */
export function useSave(
  slot: string,
  parser: Parser | null,
  { draft, changed, settle }: DraftState,
  /** Whether all that is typed can be read; what cannot is not part of the draft. */
  isAllWritten: () => boolean,
): Saving {
  const account = useAccount()
  const navigate = useNavigate()
  const { save } = useParserActions()
  const latest = useLatest(draft)
  const can = (parser === null || changed) && !save.isPending

  const saveFrom = (base: number) => {
    if (!can || !isAllWritten()) return
    save.mutate(
      { id: parser?.id ?? null, base, body: bodyOf(draft) },
      {
        async onSuccess(saved) {
          if (parser) return settle(draft, saved.version)
          await movePage(account, slot, saved.id).catch(() => {})
          keepDraft(account, slot, null)
          // What was typed meanwhile goes on as a draft of the parser, whose page is another one.
          if (latest.current !== draft)
            keepDraft(account, saved.id, { ...latest.current, base: saved.version })
          void navigate(`/parsers/${saved.id}`, { replace: true })
        },
      },
    )
  }
  return {
    save: () => saveFrom(draft.base),
    saveOver: () => saveFrom(parser?.version ?? 0),
    saving: save.isPending,
    error: save.error,
    can,
    next: (parser?.version ?? 0) + 1,
  }
}
