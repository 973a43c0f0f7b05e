import { type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { searchText } from '../../../server/base/text/search-text.ts'
import type { NameChoice } from './use-name-search.ts'

/** Returns the option of an open list that the arrow keys have chosen. If there is none, the first match. */
function optionFor(input: Element, typed: string): HTMLElement | null | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const highlighted = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  return highlighted ?? (typed ? list?.querySelector<HTMLElement>('[data-combobox-option]') : null)
}

/** Whether a choice is shown: its label or the id in its value contains the words, or the service has found them in it. */
const isShown = ({ label, value, isFound }: NameChoice, words: string) =>
  isFound === true || searchText(`${label} ${value.slice(value.lastIndexOf(' ') + 1)}`).includes(words)

const filterNames: OptionsFilter<string> = ({ options, search }) => {
  const words = searchText(search.trim())
  return options
    .map(option =>
      'group' in option ? { ...option, items: option.items.filter(item => isShown(item, words)) } : option,
    )
    .filter(option => 'group' in option || isShown(option, words))
}

const NOTHING = { value: '', label: '' }

/**
 * A searchable drop-down of records by name. While the user types, it keeps the search: Mantine's own replaces it when the
 * name of the chosen record is loaded or changes. Enter chooses the first match, or clears an emptied
 * field.
 */
export function NameSelect({
  onSearchChange,
  onSeek,
  ...props
}: Omit<SelectProps, 'searchable' | 'searchValue' | 'filter'> & {
  /** Called with what the user types, and with an empty text once they are done. */
  onSeek?: ((typed: string) => void) | undefined
}) {
  const [search, setSearch] = useState('')
  /** The text that the user is typing; null if the field shows the chosen name. */
  const typed = useRef<string | null>(null)
  const forget = () => {
    typed.current = null
    onSeek?.('')
  }
  const accept = (text: string) => {
    // An empty text also comes from the button that clears the field.
    if (typed.current !== null && text !== typed.current && text !== '') return
    setSearch(text)
    onSearchChange?.(text)
    if (typed.current !== null) onSeek?.(text)
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
      filter={filterNames}
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
