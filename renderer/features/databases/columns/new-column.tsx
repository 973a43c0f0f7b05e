import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { useChoices } from '../../../ui/form/use-choices.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { type Column, type Database, type DatabaseBody, useDatabaseActions } from '../api.ts'
import { draftOf } from '../draft.ts'

/** Keeps only what the name of a column may contain: letters, digits, spaces, `_` and `-`. */
const asName = (text: string) =>
  text
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()

/** Adds a column to a database. Existing rows have no value in it. */
export function NewColumn({
  database,
  proposed,
  onAdded,
  onCancel,
}: {
  database: Database
  proposed: string
  onAdded: (name: string) => void
  onCancel: () => void
}) {
  const [name, setName] = useState(asName(proposed))
  const [type, setType] = useState<Column['type']>('string')
  const { replace } = useDatabaseActions()
  const add = () => {
    const draft = draftOf(database)
    const body = { ...draft, columns: [...database.columns, { name, type }] } as DatabaseBody
    replace.mutate({ id: database.id, version: database.version, body }, { onSuccess: () => onAdded(name) })
  }
  return (
    <Stack gap={8}>
      <Group gap={8} align="flex-end">
        <TextInput
          label="New column"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          label="Type"
          title={type}
          data={useChoices('database-create', 'columns[].type')}
          value={type}
          onChange={({ currentTarget }) => setType(currentTarget.value as Column['type'])}
        />
        <ExplainedButton
          loading={replace.isPending}
          reason={name ? null : 'Enter a name first.'}
          onClick={add}
        >
          Add column
        </ExplainedButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
      {replace.error && <ErrorNotice error={replace.error} />}
    </Stack>
  )
}
