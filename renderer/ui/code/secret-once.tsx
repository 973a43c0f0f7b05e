import { Alert, Group, Text } from '@mantine/core'
import { CopyButton } from '../actions/copy-button.tsx'

/** A secret that is shown only once. */
export function SecretOnce({ secret, children }: { secret: string; children: string }) {
  return (
    <Alert color="green" variant="light" role="status" data-shown-once>
      <Text fw={600}>{children}</Text>
      <Group gap={8} wrap="nowrap" mt={8}>
        <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
          {secret}
        </Text>
        <CopyButton text={secret} what="the secret" />
      </Group>
    </Alert>
  )
}
