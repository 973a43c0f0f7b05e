import { Button, Group, Loader, Text, Tooltip } from '@mantine/core'
import { modKey } from '../../lib/mod-key.ts'
import { isSecondPress } from '../../lib/service/send-once.ts'
import { TextLink } from '../../ui/lists/links.tsx'
import { type CallState, cancel } from './runs.ts'

/** Ignores the second press of a double click: “Cancel” appears where “Send” was. */
const unlessSecondPress = (action: () => void) => () => isSecondPress() || action()

/**
 * The button that sends the call; during a call, it shows the phase and cancels the call. A single button, so that it keeps
 * the focus.
 */
export function SendButton({
  run,
  place,
  isReady,
  onSend,
}: {
  run: CallState
  place: string
  isReady: boolean
  onSend: () => void
}) {
  const isRunning = run.state === 'running'
  return (
    <Group gap={12} wrap="nowrap">
      <Tooltip label={`${modKey} + Enter`} disabled={isRunning}>
        <Button
          size="sm"
          px={16}
          loading={!isReady}
          variant={isRunning ? 'default' : 'filled'}
          onClick={unlessSecondPress(isRunning ? () => cancel(place) : onSend)}
        >
          {isRunning ? 'Cancel' : 'Send'}
        </Button>
      </Tooltip>
      {isRunning && (
        <>
          <Loader size="xs" aria-hidden />
          <Text size="sm" role="status">
            {run.phase}
          </Text>
          {run.job && <TextLink to={`/jobs/${run.job}`}>Open the job</TextLink>}
        </>
      )}
    </Group>
  )
}
