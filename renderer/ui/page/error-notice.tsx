import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CallError, errorBodyOf } from '../../lib/service/call-error.ts'
import { Marked } from '../marked.tsx'
import { Dependants } from './dependants.tsx'

/** Shows an error. The hint comes first; if the error names a field, the message comes first and then the hint. */
export function ErrorNotice({
  error,
  onRetry,
  onClose,
}: {
  error: unknown
  onRetry?: (() => void) | undefined
  /** Dismisses the notice. Without it, the notice has no close button. */
  onClose?: () => void
}) {
  const { error: message, field, detail, hint, dependants } = errorBodyOf(error)
  const facts = [field && `field ${field}`, detail, error instanceof CallError && error.requestId].filter(
    Boolean,
  )
  const [first, second] = field ? [message, hint] : [hint, message]
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      tabIndex={-1}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      {...(onClose && { withCloseButton: true, closeButtonLabel: 'Dismiss', onClose })}
    >
      {first && (
        <Text fw={600} size="md">
          <Marked>{first}</Marked>
        </Text>
      )}
      {second && (
        <Text size="sm">
          <Marked>{second}</Marked>
        </Text>
      )}
      {dependants && <Dependants ids={dependants} />}
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
