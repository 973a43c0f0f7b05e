import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DeleteQuestion } from './delete-question.tsx'

/** The actions for the record of a row. Deleting it comes last. */
export const RowMenu = ({
  name,
  what = 'record',
  question,
  loading = false,
  children,
  onDelete,
}: {
  /** The name of the record. */
  name: string
  /** The kind of record, for the question. */
  what?: string
  /** Asked first if the deletion cannot be undone. */
  question?: string
  /** Whether one of the actions is in progress. */
  loading?: boolean
  /** More menu items. */
  children?: ReactNode
  onDelete: () => void
}) => (
  // A click in the menu must not open the row.
  // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens here
  // biome-ignore lint/a11y/useKeyWithClickEvents: nothing happens here
  <span onClick={event => event.stopPropagation()}>
    <DeleteQuestion what={what} question={question} onDelete={onDelete}>
      {onChoose => (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`} loading={loading}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {children}
            <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={onChoose}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </DeleteQuestion>
  </span>
)
