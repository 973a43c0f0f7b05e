import { Button, Group } from '@mantine/core'

/** The buttons of a form: submit and cancel. */
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
