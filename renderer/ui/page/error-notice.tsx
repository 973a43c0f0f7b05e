import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CallError, errorBodyOf } from '../../lib/service/call-error.ts'
import { Marked } from '../marked.tsx'

/** An error, with the hint how to fix it first. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { error: message, field, detail, hint } = errorBodyOf(error)
  const facts = [field && `field ${field}`, detail, error instanceof CallError && error.requestId].filter(
    Boolean,
  )
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {hint && (
        <Text fw={600} size="md">
          <Marked>{hint}</Marked>
        </Text>
      )}
      <Text size="sm">
        <Marked>{message}</Marked>
      </Text>
      {facts.length > 0 && (
        <Text size="xs" className="mono" c="dimmed" mt={4}>
          {facts.join(' · ')}
        </Text>
      )}
      {onRetry && (
        <Group mt={8}>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  )
}
