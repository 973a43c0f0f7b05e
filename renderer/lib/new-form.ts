import { type RefObject, useEffect, useRef, useState } from 'react'
import { readDraft } from './drafts/drafts.ts'
import { useAddressParameter } from './in-address.ts'
import { useAccount } from './service/account.ts'

const FORM_PARAMETER = 'form'
const NEW_FORM = 'new'

/** Returns the address of a list with its form for a new record open. */
export const newFormOf = (path: string) => `${path}?${FORM_PARAMETER}=${NEW_FORM}`

/** The form for a new record beside its list. */
interface NewForm {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The button that opens it has the focus again once it is closed. */
  opener: RefObject<HTMLButtonElement | null>
}

/**
 * Whether the form for a new record is open beside its list: because the address says so, or because the slot has a draft.
 */
export function useNewForm(slot: string): NewForm {
  const account = useAccount()
  const [formName, setFormName] = useAddressParameter(FORM_PARAMETER)
  const [hasDraft, setHasDraft] = useState(() => readDraft(account, slot) !== null)
  const isOpen = hasDraft || formName === NEW_FORM
  const setOpen = (isOpen: boolean) => {
    setHasDraft(false)
    setFormName(isOpen ? NEW_FORM : null)
  }
  return { isOpen, setOpen, opener: useFocusOnceClosed(isOpen) }
}

function useFocusOnceClosed(isOpen: boolean): NewForm['opener'] {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
