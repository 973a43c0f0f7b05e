import { useState } from 'react'
import { useAccount } from '../service/account.ts'
import { readDraft, writeDraft } from './drafts.ts'

/** A change of a saved record, and the version that it was begun on. */
interface Kept<T, Version> {
  base: Version
  draft: T
}

/** A saved record while it is edited. */
export interface EditDraft<T, Version> {
  draft: T
  change: (next: T) => void
  /** Ends the draft once it was sent or given up. */
  end: () => void
  /** The version that it was begun on. Forms are keyed by it, since some of their fields read their value only once. */
  base: Version
  /** Another version was saved elsewhere since then. */
  isStale: boolean
}

/**
 * What is typed into the form of a saved record, stored like other drafts. Until something is typed, it follows the record.
 * `isSaving`: the version that comes next is its own.
 */
export function useEditDraft<T, Version>(
  slot: string,
  record: { version: Version },
  draftOf: () => T,
  isSaving: boolean,
): EditDraft<T, Version> {
  const account = useAccount()
  const [own, setOwn] = useState(() => readDraft<Kept<T, Version>>(account, slot))
  const put = (next: Kept<T, Version> | null) => {
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
