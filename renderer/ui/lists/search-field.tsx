import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

const DEBOUNCE_MS = 250

/** A search field above a list; the `/` key focuses it. Calls `onSeek` a moment after the user stops typing. */
export function SearchField({
  label,
  value,
  onSeek,
}: {
  label: string
  value: string
  onSeek: (text: string) => void
}) {
  const [words, setWords] = useState(value)
  const [lastSearch, setLastSearch] = useState(value)
  const search = useDebouncedCallback((text: string) => {
    setLastSearch(text.trim())
    onSeek(text.trim())
  }, DEBOUNCE_MS)
  // The value was changed from outside, such as by a saved view.
  if (value !== lastSearch) {
    setLastSearch(value)
    setWords(value)
  }
  return (
    <TextInput
      type="search"
      size="xs"
      w={240}
      aria-label={label}
      placeholder="Search   /"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={words}
      onChange={({ currentTarget }) => {
        setWords(currentTarget.value)
        search(currentTarget.value)
      }}
    />
  )
}
