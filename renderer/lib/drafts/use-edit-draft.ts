import { useState } from 'react'
import { useAccount } from '../service/account.ts'
import { readDraft, writeDraft } from './drafts.ts'

/** A change of a saved record, and the version that it was begun on. */
interface Kept<T> {
  base: number
  draft: T
}

/** A saved record while it is edited. */
export interface EditDraft<T> {
  draft: T
  change: (next: T) => void
  /** Ends the draft once it was sent or given up. */
  end: () => void
  /** The version that it was begun on. Forms are keyed by it, since some of their fields read their value only once. */
  base: number
  /** Another version was saved elsewhere since then. */
  isStale: boolean
}

/**
 * What is typed into the form of a saved record, stored like other drafts. Until something is typed, it follows the record.
 * `isSaving`: the version that comes next is its own.
 */
export function useEditDraft<T>(
  slot: string,
  record: { version: number },
  draftOf: () => T,
  isSaving: boolean,
): EditDraft<T> {
  const account = useAccount()
  const [own, setOwn] = useState(() => readDraft<Kept<T>>(account, slot))
  const put = (next: Kept<T> | null) => {
    setOwn(next)
    writeDraft(account, slot, next)
  }
  const base = own?.base ?? record.version
  return {
    draft: own ? own.draft : draftOf(),
    change: draft => put({ base, draft }),
    end: () => put(null),
    base,
    isStale: base !== record.version && !isSaving,
  }
}
