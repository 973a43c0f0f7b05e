import { useState } from 'react'
import classes from './schema-form.module.css'

/** The name of a field. One that is empty or taken is not applied; it is marked, and forgotten when one leaves. */
export function FieldName({
  name,
  of,
  isTaken,
  onRename,
}: {
  name: string
  /** Where it stands: `offers.price`. */
  of: string
  isTaken: (name: string) => boolean
  onRename: (name: string) => void
}) {
  const [refused, setRefused] = useState<string>()
  const change = (typed: string) => {
    const usable = typed.trim() !== '' && !isTaken(typed)
    setRefused(usable ? undefined : typed)
    if (usable) onRename(typed)
  }
  return (
    <input
      className={classes.name}
      aria-label={`Name of ${of}`}
      aria-invalid={refused !== undefined}
      title={refused === undefined ? name : refused ? 'Another field has this name.' : 'A field has a name.'}
      value={refused ?? name}
      spellCheck={false}
      onChange={event => change(event.currentTarget.value)}
      onBlur={() => setRefused(undefined)}
    />
  )
}
