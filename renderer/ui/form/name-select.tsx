import { Select, type SelectProps } from '@mantine/core'
import { useRef, useState } from 'react'

/**
 * A searchable drop-down of records by name. While the user types, it keeps the search: Mantine's own replaces it when the
 * name of the chosen record is loaded or changes. Enter chooses the first match, and never drops a choice that cannot be
 * cleared.
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
  return (
    <Select
      selectFirstOptionOnChange
      allowDeselect={props.clearable ?? false}
      {...props}
      searchable
      searchValue={search}
      onSearchChange={accept}
      onInputCapture={event => {
        typed.current = (event.target as HTMLInputElement).value
      }}
      onBlurCapture={forget}
      onOptionSubmit={forget}
    />
  )
}
