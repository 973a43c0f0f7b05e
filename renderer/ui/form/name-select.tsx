import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'

const NOTHING = { value: '', label: '' }

/**
 * A searchable drop-down of records by name. While the user types, it keeps the search: Mantine's own replaces it when the
 * name of the chosen record is loaded or changes. Enter chooses the first match, or clears an
 * emptied field.
 */
export function NameSelect({ onSearchChange, ...props }: Omit<SelectProps, 'searchable' | 'searchValue'>) {
  const [search, setSearch] = useState('')
  /** The text that the user is typing; null if the field shows the chosen name. */
  const typed = useRef<string | null>(null)
  const forget = () => {
    typed.current = null
  }
  const accept = (text: string) => {
    // An empty text also comes from the button that clears the field.
    if (typed.current !== null && text !== typed.current && text !== '') return
    setSearch(text)
    onSearchChange?.(text)
  }
  const takeEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.current === null) return
    // It would submit the form with the previous choice if nothing matches.
    event.preventDefault()
    if (typed.current !== '') return
    event.stopPropagation()
    if (props.clearable) props.onChange?.(null, NOTHING)
  }
  return (
    <Select
      selectFirstOptionOnChange
      allowDeselect={false}
      {...props}
      searchable
      searchValue={search}
      onSearchChange={accept}
      onInputCapture={event => {
        typed.current = (event.target as HTMLInputElement).value
      }}
      onKeyDownCapture={takeEnter}
      onBlurCapture={forget}
      onOptionSubmit={forget}
    />
  )
}
