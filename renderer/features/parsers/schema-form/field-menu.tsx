import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPointer, IconTrash } from '@tabler/icons-react'

/** The actions on a field. */
export function FieldMenu({
  name,
  onPick,
  onMove,
  onRemove,
}: {
  name: string
  /** Undefined if nothing can be picked for the field. */
  onPick: (() => void) | undefined
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for ${name}`}>
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onPick && (
          <Menu.Item leftSection={<IconPointer size={14} aria-hidden />} onClick={onPick}>
            Pick on the page
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArrowUp size={14} aria-hidden />} onClick={() => onMove(-1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={14} aria-hidden />} onClick={() => onMove(1)}>
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={onRemove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
