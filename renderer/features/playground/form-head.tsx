import { Checkbox, Group, SegmentedControl, Tooltip } from '@mantine/core'

/** How the input is written, and whether the call is traced. */
export function FormHead({
  asJson,
  onJson,
  traced,
  onTrace,
}: {
  asJson: boolean
  onJson: (asJson: boolean) => void
  traced: boolean
  onTrace: (traced: boolean) => void
}) {
  return (
    <Group justify="space-between" gap={8} mb={12}>
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
    </Group>
  )
}
