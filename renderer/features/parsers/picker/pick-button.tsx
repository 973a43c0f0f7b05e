import { Button, Text } from '@mantine/core'
import { IconPointer } from '@tabler/icons-react'
import { usePickingHere } from './use-picking.ts'

/** Begins and ends choosing on the page. */
export function PickButton() {
  const { on, tree, toggle } = usePickingHere()
  return (
    <Button
      size="compact-sm"
      px={6}
      fz={13}
      variant={on ? 'filled' : 'default'}
      aria-pressed={on}
      disabled={!on && !tree?.numbered}
      title={tree && !tree.numbered ? 'Fields of XML and JSON are written, not picked.' : undefined}
      leftSection={<IconPointer size={14} aria-hidden />}
      onClick={toggle}
    >
      Pick
    </Button>
  )
}

/** What a click does now. */
export function PickHint() {
  const { on, chosen } = usePickingHere()
  if (!on) return null
  return (
    <Text size="xs" c="dimmed" px={12} py={4} role="status">
      {chosen.length === 0
        ? 'Click what you want. Arrow keys and Enter choose, too. Esc ends.'
        : chosen.length === 1
          ? 'Click a second item to get the list, shift-click what must not match. Esc starts over.'
          : 'Click more items, shift-click what does not belong. Esc starts over.'}
    </Text>
  )
}
