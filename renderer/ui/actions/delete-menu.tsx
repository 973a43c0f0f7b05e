import { ActionIcon, Menu, Popover } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirmation } from './confirm-button.tsx'

/** The menu in the header of a record's page, which deletes it; a `question` is asked first where that cannot be undone. */
export function DeleteMenu({
  what,
  question,
  loading = false,
  onDelete,
}: {
  /** The kind of record: "batch". */
  what: string
  question?: string
  loading?: boolean
  onDelete: () => void
}) {
  const [asking, setAsking] = useState(false)
  return (
    // The question is not the menu's own: its button does not say that it opens a dialog.
    <Popover
      opened={asking}
      onChange={setAsking}
      position="bottom-end"
      trapFocus
      returnFocus
      withArrow
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`More actions for this ${what}`}
                loading={loading}
              >
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => (question ? setAsking(true) : onDelete())}
              >
                {`Delete ${what}`}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      {question && (
        <Popover.Dropdown maw={320} role="dialog" aria-label={`Delete ${what}`}>
          <Confirmation
            question={question}
            verb={`Delete ${what}`}
            onConfirm={onDelete}
            onEnd={() => setAsking(false)}
          />
        </Popover.Dropdown>
      )}
    </Popover>
  )
}
