import { useState } from 'react'
import { readDraft } from './drafts/drafts.ts'
import { useInAddress } from './in-address.ts'
import { useAccount } from './service/account.ts'

const NAME = 'form'
const NEW = 'new'

/** Returns the address of a list with its form for a new record open. */
export const newFormOf = (path: string) => `${path}?${NAME}=${NEW}`

/**
 * Whether the form for a new record is open beside its list: because the address says so, or because the slot has a draft.
 */
export function useNewForm(slot: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const account = useAccount()
  const [named, name] = useInAddress(NAME)
  const [hasDraft, setHasDraft] = useState(() => readDraft(account, slot) !== null)
  const setOpen = (isOpen: boolean) => {
    setHasDraft(false)
    name(isOpen ? NEW : null)
  }
  return [hasDraft || named === NEW, setOpen]
}
