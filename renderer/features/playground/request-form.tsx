import { Stack, Text } from '@mantine/core'
import { Fields } from '../../ui/form/fields.tsx'
import { FilesField } from '../../ui/form/files-field.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { JsonWidget } from '../../ui/form/json-widget.tsx'
import { titleOf } from '../../ui/form/widget.ts'
import type { Operation } from './operations.ts'
import type { CallState } from './runs.ts'

type Values = Record<string, unknown>

interface FormProps {
  operation: Operation
  input: Values
  run: CallState
  asJson: boolean
  /** The example input of the docs. */
  example: Values
  onChange: (input: Values) => void
}

const pick = (values: Values, keep: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => keep(name)))

/** Returns a schema with only some of its fields. */
const schemaPart = (schema: JsonSchema, keep: (name: string) => boolean) =>
  ({ ...schema, properties: pick(schema.properties ?? {}, keep) }) as JsonSchema

/** Returns the service's error at a path, until the value there changes. */
const errorsOf = (run: CallState, input: Values) => (path: string) => {
  const error = run.state === 'ended' && run.error
  if (!error || error.body.field !== path) return null
  const [topField = ''] = path.split(/[.[]/)
  return input[topField] === run.sent[topField] ? error.body : null
}

/** The input of an operation, as a form from its schema, or as JSON. */
export function RequestForm({ operation, input, run, asJson, example, onChange }: FormProps) {
  const { files, uploads } = operation
  const schema = operation.input as JsonSchema
  const isFile = (name: string) => files.includes(name)
  const isRequired = (name: string) => schema.required?.includes(name) ?? false
  const names = Object.keys(schema.properties ?? {})
  const shared = { values: input, onChange, errorAt: errorsOf(run, input), example }
  const fileFields = files.map(name => (
    <FilesField
      key={name}
      label={titleOf(name, schema.properties?.[name] ?? {})}
      limits={uploads[name]!}
      files={[input[name] ?? []].flat() as File[]}
      error={shared.errorAt(name)}
      onChange={chosen => onChange({ ...input, [name]: chosen })}
    />
  ))
  if (!names.length)
    return (
      <Text size="sm" c="dimmed">
        This operation takes no input.
      </Text>
    )
  if (asJson)
    return (
      <Stack gap={16}>
        <JsonWidget
          isFields
          path=""
          label="Input"
          schema={{ description: 'All fields as one JSON object.' }}
          required={false}
          value={pick(input, name => !isFile(name))}
          example={example}
          errorAt={() => null}
          onChange={value => onChange({ ...(value as Values), ...pick(input, isFile) })}
        />
        {fileFields}
      </Stack>
    )
  if (!files.length) return <Fields schema={schema} {...shared} />
  return (
    <Stack gap={16}>
      <Fields schema={schemaPart(schema, name => !isFile(name) && isRequired(name))} {...shared} />
      {fileFields}
      <Fields schema={schemaPart(schema, name => !isFile(name) && !isRequired(name))} {...shared} />
    </Stack>
  )
}
