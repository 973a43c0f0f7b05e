import { Button, Popover, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'

/** A button that asks for a name. */
export function NamePopover({
  label,
  verb,
  name: initialName = '',
  onName,
}: {
  label: string
  verb: string
  name?: string
  onName: (name: string) => void
}) {
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState(initialName)
  const open = () => {
    setName(initialName)
    setOpened(true)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <Button size="compact-sm" variant="default" onClick={open}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={event => {
            event.preventDefault()
            if (!name.trim()) return
            setOpened(false)
            onName(name.trim())
          }}
        >
          <Stack gap={8} align="flex-start">
            <TextInput
              label="Name of the request"
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" size="compact-sm">
              {verb}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
