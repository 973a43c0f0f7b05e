import { Button, type ButtonProps, Group, Popover, Text } from '@mantine/core'
import { useState } from 'react'
import { ExplainedButton } from './explained-button.tsx'

/** A button that asks for confirmation first, for what cannot be undone. */
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
  const confirm = () => {
    setAsking(false)
    onConfirm()
  }
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
      <Popover.Dropdown maw={320}>
        <Text size="sm">{question}</Text>
        <Group gap={8} mt={12}>
          <Button size="compact-sm" color="red" onClick={confirm}>
            {verb}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(false)}>
            Go back
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
