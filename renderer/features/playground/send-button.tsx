import { Button, Group, Kbd, Loader, Text } from '@mantine/core'
import { modKey } from '../../lib/mod-key.ts'
import { cancel, type Run } from './runs.ts'

/** Sends; while a call runs it cancels, and names what goes on. */
export function SendButton({ run, place, onSend }: { run: Run; place: string; onSend: () => void }) {
  if (run.state !== 'running')
    return (
      <Button
        onClick={onSend}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {modKey} Enter
          </Kbd>
        }
      >
        Send
      </Button>
    )
  return (
    <Group gap={12} wrap="nowrap">
      <Button variant="default" onClick={() => cancel(place)}>
        Cancel
      </Button>
      <Loader size="xs" aria-hidden />
      <Text size="sm" role="status">
        {run.phase}
      </Text>
    </Group>
  )
}
