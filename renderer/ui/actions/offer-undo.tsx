import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const AUTO_CLOSE_MS = 10_000

/** Notifies the user of a deletion and offers to undo it; the service keeps deleted records for 7 days. */
export function offerUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: AUTO_CLOSE_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}
