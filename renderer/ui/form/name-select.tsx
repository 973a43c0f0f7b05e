import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'

/** Returns the option of an open list that the arrow keys have chosen. If there is none, the first match. */
function optionFor(input: Element, typed: string): HTMLElement | null | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const highlighted = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  return highlighted ?? (typed ? list?.querySelector<HTMLElement>('[data-combobox-option]') : null)
}

const NOTHING = { value: '', label: '' }

/**
 * A searchable drop-down of records by name. While the user types, it keeps the search: Mantine's own replaces it when the
 * name of the chosen record is loaded or changes. Enter chooses the first match, or clears an emptied
 * field.
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
  const takeEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.current === null) return
    // Otherwise it would submit the form with the previous choice.
    event.preventDefault()
    event.stopPropagation()
    const option = optionFor(event.currentTarget, typed.current)
    if (option) option.click()
    else if (typed.current === '' && props.clearable) props.onChange?.(null, NOTHING)
  }
  return (
    <Select
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
