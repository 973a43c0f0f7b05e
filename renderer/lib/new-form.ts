import { useState } from 'react'
import { readDraft } from './drafts/drafts.ts'
import { useInAddress } from './in-address.ts'
import { useAccount } from './service/account.ts'

const NAME = 'form'
const NEW = 'new'

/** The address of a list with the form for a new record open. */
export const newFormOf = (path: string) => `${path}?${NAME}=${NEW}`

/** Whether the form for a new record is open beside its list: the address says so, or it has a draft in this slot. */
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
