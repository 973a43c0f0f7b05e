import { useEffect, useState } from 'react'
import { useAccount } from '../../../lib/service/account.ts'
import { type Draft, keepDraft, keptDraft, textOf } from '../draft.ts'

/** A draft and its changes. */
export interface DraftState {
  draft: Draft
  /** Whether the draft differs from the saved version. */
  changed: boolean
  change: (part: Partial<Draft>) => void
  /** Call it after a draft was saved as a version. Edits made since are kept. */
  settle: (sent: Draft, version: number) => void
  /** Resets the draft to the saved version. Returns a function that undoes this. */
  discard: () => () => void
}

/** The draft of a parser, based on its saved version or on a new parser. Stores every change. */
export function useDraft(slot: string, saved: Draft): DraftState {
  const account = useAccount()
  const [own, setOwn] = useState(() => keptDraft(account, slot))
  const draft = own ?? saved
  const changed = own !== null && textOf(own) !== textOf(saved)
  useEffect(() => keepDraft(account, slot, changed ? own : null), [account, slot, changed, own])
  return {
    draft,
    changed,
    change: part => setOwn(before => ({ ...(before ?? saved), ...part })),
    settle: (sent, version) =>
      setOwn(before => (before === null || before === sent ? null : { ...before, base: version })),
    discard() {
      setOwn(null)
      return () => setOwn(own)
    },
  }
}
