import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { DeleteQuestion } from './delete-question.tsx'

/**
 * The menu in the header of a record's page, which deletes the record. `question` is asked first if that cannot be undone.
 */
export const DeleteMenu = ({
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
}) => (
  <DeleteQuestion what={what} question={question} onDelete={onDelete}>
    {onChoose => (
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
          <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={onChoose}>
            {`Delete ${what}`}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    )}
  </DeleteQuestion>
)
