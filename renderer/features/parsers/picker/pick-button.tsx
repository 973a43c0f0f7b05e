import { Text } from '@mantine/core'
import { IconPointer } from '@tabler/icons-react'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { type Picker, usePickingContext } from './use-picking.ts'

function disabledReason(tree: Picker['tree']): string | null {
  if (!tree) return 'Open a page first.'
  return tree.numbered ? null : 'This page has no elements to pick.'
}

/** A button that starts and stops picking on the page. */
export function PickButton() {
  const { on, tree, toggle } = usePickingContext()
  return (
    <ExplainedButton
      size="compact-sm"
      px={6}
      fz={13}
      variant={on ? 'filled' : 'default'}
      aria-pressed={on}
      reason={on ? null : disabledReason(tree)}
      leftSection={<IconPointer size={14} aria-hidden />}
      onClick={toggle}
    >
      Pick
    </ExplainedButton>
  )
}

/** Says what a click on the page does. */
export function PickHint() {
  const { on, chosen } = usePickingContext()
  if (!on) return null
  return (
    <Text size="xs" c="dimmed" px={12} py={4} role="status">
      {chosen.length === 0
        ? 'Click an element, or use the arrow keys and Enter. Esc stops picking.'
        : chosen.length === 1
          ? 'Click a second item to get a list. Shift-click elements that must not match. Esc starts over.'
          : 'Click more items. Shift-click elements that do not belong. Esc starts over.'}
    </Text>
  )
}
