import { useEffect, useRef } from 'react'
import { errorBodyOf } from '../../lib/service/call-error.ts'

/** The props of the field for the name of a record. It gets the focus if the record cannot be saved because of its name. */
export function useNameError(error: unknown) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAboutName(error)) ref.current?.focus()
  }, [error])
  return { ref, error: isAboutName(error) }
}

const isAboutName = (error: unknown) => Boolean(error) && errorBodyOf(error).field === 'name'
