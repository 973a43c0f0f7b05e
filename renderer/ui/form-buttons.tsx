import { Button, Group } from '@mantine/core'

/** What ends a form: the button that sends it, which waits with it, and the way out. */
export function FormButtons(props: { verb: string; loading: boolean; onCancel: () => void }) {
  return (
    <Group gap={8}>
      <Button type="submit" loading={props.loading}>
        {props.verb}
      </Button>
      <Button variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
    </Group>
  )
}
