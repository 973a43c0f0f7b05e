import { useEffect, useState } from 'react'
import { useAccount } from '../../../lib/service/account.ts'
import { loadDraft, type ParserDraft, storeDraft, textOf } from '../draft.ts'

/** A draft and its changes. */
export interface DraftState {
  draft: ParserDraft
  /** Whether the draft differs from the saved version. */
  isChanged: boolean
  change: (part: Partial<ParserDraft>) => void
  /** Call it after a draft was saved as a version. Edits made since are kept. */
  settle: (sent: ParserDraft, version: number) => void
  /** Resets the draft to the saved version. Returns a function that undoes this. */
  discard: () => () => void
}

/** The draft of a parser, based on its saved version or on a new parser. Stores every change. */
export function useDraft(slot: string, saved: ParserDraft): DraftState {
  const account = useAccount()
  const [localDraft, setLocalDraft] = useState(() => loadDraft(account, slot))
  const draft = localDraft ?? saved
  const isChanged = localDraft !== null && textOf(localDraft) !== textOf(saved)
  useEffect(
    () => storeDraft(account, slot, isChanged ? localDraft : null),
    [account, slot, isChanged, localDraft],
  )
  return {
    draft,
    isChanged,
    change: part => setLocalDraft(before => ({ ...(before ?? saved), ...part })),
    settle: (sent, version) =>
      setLocalDraft(before => (before === null || before === sent ? null : { ...before, base: version })),
    discard() {
      setLocalDraft(null)
      return () => setLocalDraft(localDraft)
    },
  }
}
