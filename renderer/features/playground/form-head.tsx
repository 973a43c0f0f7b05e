import { Button, Checkbox, Group, SegmentedControl, Tooltip } from '@mantine/core'

/** How the input is written, whether the call is traced, and the way to the docs. */
export function FormHead({
  asJson,
  onJson,
  traced,
  onTrace,
  onDocs,
}: {
  asJson: boolean
  onJson: (asJson: boolean) => void
  traced: boolean
  onTrace: (traced: boolean) => void
  onDocs: () => void
}) {
  return (
    <Group gap={8} mb={12}>
      <SegmentedControl
        size="xs"
        aria-label="Write the input as"
        data={['Form', 'JSON']}
        value={asJson ? 'JSON' : 'Form'}
        onChange={value => onJson(value === 'JSON')}
      />
      <Tooltip label="Keeps what explains the answer for an hour: requests made, rules that matched">
        <Checkbox
          size="xs"
          label="Trace"
          checked={traced}
          onChange={({ currentTarget }) => onTrace(currentTarget.checked)}
        />
      </Tooltip>
      <Button size="compact-xs" variant="default" ml="auto" onClick={onDocs}>
        Docs
      </Button>
    </Group>
  )
}
