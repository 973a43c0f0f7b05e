import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

const TYPING_MS = 250

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
  const [sought, setSought] = useState(value)
  const seek = useDebouncedCallback((text: string) => {
    setSought(text.trim())
    onSeek(text.trim())
  }, TYPING_MS)
  // The value was changed from outside, such as by a saved view.
  if (value !== sought) {
    setSought(value)
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
        seek(currentTarget.value)
      }}
    />
  )
}
