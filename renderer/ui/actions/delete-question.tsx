import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Confirmation } from './confirm-button.tsx'

/** A menu that deletes a record, and the question before that where it cannot be undone. */
export function DeleteQuestion({
  what,
  question,
  onDelete,
  children,
}: {
  /** The kind of record: "batch". */
  what: string
  /** Without one, the record is deleted at once. */
  question: string | undefined
  onDelete: () => void
  /** The menu, whose item calls the function. */
  children: (onChoose: () => void) => ReactNode
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
        <span>{children(() => (question ? setAsking(true) : onDelete()))}</span>
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
