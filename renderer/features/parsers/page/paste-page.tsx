import { Button, Group, Popover, Text, Textarea } from '@mantine/core'
import { useState } from 'react'

/** Opens a page from the clipboard. Pasted text is opened immediately, since a text area is slow with a large page. */
export function PastePage({ onPaste }: { onPaste: (html: string) => void }) {
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const openHtml = (html: string) => {
    if (!html.trim()) return
    onPaste(html)
    setText('')
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
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onPaste={event => {
            if (text) return
            event.preventDefault()
            openHtml(event.clipboardData.getData('text/plain'))
          }}
        />
        <Group justify="space-between" mt={8} wrap="nowrap">
          <Text size="xs" c="dimmed">
            Paste HTML, or type some.
          </Text>
          <Button size="compact-sm" onClick={() => openHtml(text)}>
            Open
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
