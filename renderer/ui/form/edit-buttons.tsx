import { Alert, Button, Group } from '@mantine/core'
import { FormButtons } from '../actions/form-buttons.tsx'

/** What saves or leaves the form of a record; where it was changed elsewhere meanwhile, the choice between the two changes. */
export function EditButtons({
  what,
  isStale,
  loading,
  onSaveMine,
  onDiscard,
  onCancel,
}: {
  /** What the record is: `cron`. */
  what: string
  isStale: boolean
  loading: boolean
  onSaveMine: () => void
  onDiscard: () => void
  onCancel: () => void
}) {
  if (!isStale) return <FormButtons verb="Save" loading={loading} onCancel={onCancel} />
  return (
    <Alert color="yellow" variant="light" role="status">
      {`This ${what} was changed elsewhere. If you save your changes, they replace those.`}
      <Group gap={8} mt={8}>
        <Button variant="default" onClick={onDiscard}>
          Discard my changes
        </Button>
        <Button
          loading={loading}
          onClick={({ currentTarget: { form } }) => {
            if (form?.reportValidity() ?? true) onSaveMine()
          }}
        >
          Save mine
        </Button>
      </Group>
    </Alert>
  )
}
