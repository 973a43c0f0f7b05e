import { Button, Collapse, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../../lib/service/call-error.ts'
import { operationsQuery } from '../../../lib/service/machine.ts'
import { Fields } from '../../../ui/form/fields.tsx'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'

/** Fields that the page shows elsewhere. */
const HIDDEN_FIELDS = ['items', 'mapping', 'parser_id', 'api_id', 'max_pages']

type Values = Record<string, unknown>

/** Returns the schema of the options of a batch: all fields of the operation that are not shown elsewhere. */
function useOptionsSchema(): JsonSchema | null {
  const upload = useQuery(operationsQuery).data?.data.find(({ id }) => id === 'batch-upload')
  if (!upload) return null
  const { properties = {} } = upload.input as JsonSchema
  const optionFields = Object.entries(properties).filter(([name]) => !HIDDEN_FIELDS.includes(name))
  return { properties: Object.fromEntries(optionFields) }
}

/** The options of a batch. Collapsed, since the defaults fit most batches. */
export function BatchOptions({
  values,
  error,
  onChange,
}: {
  values: Values
  error: unknown
  onChange: (values: Values) => void
}) {
  const [open, setOpen] = useState(false)
  const schema = useOptionsSchema()
  const body = error instanceof CallError ? error.body : null
  if (!schema) return null
  return (
    <Stack gap={8} align="stretch">
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Fewer options' : 'Name, budget and other options'}
      </Button>
      <Collapse expanded={open}>
        <Fields
          schema={schema}
          values={values}
          onChange={onChange}
          errorAt={path => (body?.field === path ? body : null)}
        />
      </Collapse>
    </Stack>
  )
}
