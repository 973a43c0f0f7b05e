import { useEffect, useState } from 'react'
import { useAccount } from '../../../lib/account.ts'
import { type Draft, keepDraft, keptDraft, textOf } from '../draft.ts'

/** A draft and what can become of it. */
export interface DraftInHand {
  draft: Draft
  /** It differs from what is saved. */
  changed: boolean
  change: (part: Partial<Draft>) => void
  /** A draft has been saved as a version; what was typed meanwhile stays. */
  settle: (sent: Draft, version: number) => void
  /** Goes back to what is saved. Gives what takes that back. */
  discard: () => () => void
}

/** The draft of a parser over what is saved (or what a new one begins with). It is kept with every change. */
export function useDraft(slot: string, saved: Draft): DraftInHand {
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
