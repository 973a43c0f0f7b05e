import { Button, Group, Popover, Text, Textarea } from '@mantine/core'
import { useState } from 'react'

/** Opens a page from the clipboard. Pasted text is opened immediately, since a text area is slow with a large page. */
export function PastePage({ onPaste }: { onPaste: (html: string) => void }) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const take = (html: string) => {
    if (!html.trim()) return
    onPaste(html)
    setTyped('')
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withArrow position="bottom-start" width={320}>
      <Popover.Target>
        <Button size="compact-sm" px={6} fz={13} variant="default" onClick={() => setOpened(!opened)}>
          Paste
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Textarea
          aria-label="HTML of the page"
          placeholder="<h1>…"
          rows={4}
          classNames={{ input: 'mono' }}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onPaste={event => {
            if (typed) return
            event.preventDefault()
            take(event.clipboardData.getData('text/plain'))
          }}
        />
        <Group justify="space-between" mt={8} wrap="nowrap">
          <Text size="xs" c="dimmed">
            Paste HTML, or type some.
          </Text>
          <Button size="compact-sm" onClick={() => take(typed)}>
            Open
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
