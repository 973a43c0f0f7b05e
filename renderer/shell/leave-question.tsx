import { Button, Group, Modal, Text } from '@mantine/core'

/** Asks before the user leaves a page with a text that no draft can store. */
export const LeaveQuestion = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <Modal opened onClose={onStay} title="Leave this page?" returnFocus={false}>
    <Text size="sm">Some JSON on this page is not valid yet. It is lost if you leave.</Text>
    <Group gap={8} mt={16}>
      <Button onClick={onStay} data-autofocus>
        Stay and fix it
      </Button>
      <Button variant="default" onClick={onLeave}>
        Leave
      </Button>
    </Group>
  </Modal>
)
