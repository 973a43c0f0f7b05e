import { useState } from 'react'
import { useAccount } from '../service/account.ts'
import { readDraft, writeDraft } from './drafts.ts'

/** The draft of a saved record, and the version of the record that it is based on. */
interface StoredDraft<T, Version> {
  base: Version
  draft: T
}

/** The edit form of a saved record. */
interface EditDraft<T, Version> {
  draft: T
  change: (next: T) => void
  /** Removes the draft after it was saved or cancelled. */
  end: () => void
  /** The version that the draft is based on. Use it as the React key of the form: some fields read their value only once. */
  base: Version
  /** Whether another version has been saved elsewhere since. */
  isStale: boolean
}

/**
 * The draft of a saved record's form, stored like other drafts. Until the first edit, it follows the record. While
 * `isSaving`, a new version is the form's own and does not make the draft stale.
 */
export function useEditDraft<T, Version>(
  slot: string,
  record: { version: Version },
  draftOf: () => T,
  isSaving: boolean,
): EditDraft<T, Version> {
  const account = useAccount()
  const [stored, setStored] = useState(() => readDraft<StoredDraft<T, Version>>(account, slot))
  const store = (next: StoredDraft<T, Version> | null) => {
    setStored(next)
    writeDraft(account, slot, next)
  }
  const base = stored?.base ?? record.version
  return {
    draft: stored ? stored.draft : draftOf(),
    change: draft => store({ base, draft }),
    end: () => store(null),
    base,
    isStale: base !== record.version && !isSaving,
  }
}
