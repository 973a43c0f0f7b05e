import { Button, type ButtonProps, Group, Popover, Text } from '@mantine/core'
import { useState } from 'react'
import { ExplainedButton } from './explained-button.tsx'

/** The greatest width of a question, which fits a narrow window too. */
export const QUESTION_WIDTH = 'min(320px, 100vw - 16px)'

/** A button for an action that cannot be undone; it asks for confirmation first. */
export function ConfirmButton({
  question,
  verb,
  onConfirm,
  children,
  reason = null,
  ...button
}: Omit<ButtonProps, 'onClick' | 'disabled'> & {
  /** Why it is disabled. */
  reason?: string | null
  question: string
  /** The label of the confirming button: "Revoke". */
  verb: string
  onConfirm: () => void
  children: string
}) {
  const [asking, setAsking] = useState(false)
  return (
    <Popover opened={asking} onChange={setAsking} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <ExplainedButton
          size="compact-sm"
          variant="default"
          {...button}
          reason={reason}
          onClick={() => setAsking(true)}
        >
          {children}
        </ExplainedButton>
      </Popover.Target>
      <Popover.Dropdown maw={QUESTION_WIDTH}>
        <Confirmation question={question} verb={verb} onConfirm={onConfirm} onEnd={() => setAsking(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The question, with a button for each answer. Calls `onEnd` first, whatever the answer. */
export function Confirmation({
  question,
  verb,
  onConfirm,
  onEnd,
}: {
  question: string
  verb: string
  onConfirm: () => void
  onEnd: () => void
}) {
  const confirm = () => {
    onEnd()
    onConfirm()
  }
  return (
    <>
      <Text size="sm">{question}</Text>
      <Group gap={8} mt={12}>
        <Button size="compact-sm" color="red.9" onClick={confirm}>
          {verb}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          Go back
        </Button>
      </Group>
    </>
  )
}
