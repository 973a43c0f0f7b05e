import { useNavigate } from 'react-router'
import { useAccount } from '../../../lib/account.ts'
import { type Parser, useParserActions } from '../api.ts'
import { bodyOf, keepDraft } from '../draft.ts'
import { movePage } from '../page/page-at-hand.ts'
import type { DraftInHand } from './use-draft.ts'

/** How saving goes. */
export interface Saving {
  save: () => void
  /** Saves over a version that has come meanwhile. */
  saveOver: () => void
  saving: boolean
  error: unknown
  /** There is something to save. */
  can: boolean
  /** The version that it will be. */
  next: number
}

/** Saves a draft as the next version of its parser; a new parser moves to an address of its own. */
export function useSave(
  slot: string,
  parser: Parser | null,
  { draft, changed, settle }: DraftInHand,
): Saving {
  const account = useAccount()
  const navigate = useNavigate()
  const { save } = useParserActions()
  const can = (parser === null || changed) && !save.isPending

  const saveFrom = (base: number) => {
    if (!can) return
    save.mutate(
      { id: parser?.id ?? null, base, body: bodyOf(draft) },
      {
        async onSuccess(saved) {
          settle(draft, saved.version)
          if (parser) return
          keepDraft(account, slot, null)
          await movePage(account, slot, saved.id).catch(() => {})
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
