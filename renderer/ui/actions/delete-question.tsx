import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Confirmation, QUESTION_WIDTH } from './confirm-button.tsx'

/** A menu that deletes a record. If that cannot be undone, a question is asked first. */
export function DeleteQuestion({
  what,
  question,
  onDelete,
  children,
}: {
  /** The kind of record: "batch". */
  what: string
  /** If undefined, the record is deleted immediately. */
  question: string | undefined
  onDelete: () => void
  /** Renders the menu. Its delete item calls the function. */
  children: (onChoose: () => void) => ReactNode
}) {
  const [asking, setAsking] = useState(false)
  return (
    // Roles are turned off: the button of the menu does not open the dialog itself, so it must not announce one.
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
        <Popover.Dropdown maw={QUESTION_WIDTH} role="dialog" aria-label={`Delete ${what}`}>
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
