import { Button, Group, Loader, Text, Tooltip } from '@mantine/core'
import { modKey } from '../../lib/mod-key.ts'
import { cancel, type Run } from './runs.ts'

/** Sends; while a call runs it cancels, and names what goes on. */
export function SendButton({ run, place, onSend }: { run: Run; place: string; onSend: () => void }) {
  if (run.state !== 'running')
    return (
      <Tooltip label={`${modKey} + Enter`}>
        <Button size="sm" px={24} onClick={onSend}>
          Send
        </Button>
      </Tooltip>
    )
  return (
    <Group gap={12} wrap="nowrap">
      <Button size="sm" variant="default" onClick={() => cancel(place)}>
        Cancel
      </Button>
      <Loader size="xs" aria-hidden />
      <Text size="sm" role="status">
        {run.phase}
      </Text>
    </Group>
  )
}
