import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ErrorBody, errorText } from '../../lib/service/call-error.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { Fields } from '../form/fields.tsx'
import type { JsonSchema } from '../form/json-schema.ts'
import { NameSelect } from '../form/name-select.tsx'
import { AllPages } from '../jobs/all-pages.tsx'
import { choiceOf, targetOf, useTargetChoices } from '../jobs/targets.ts'
import { addressesOf, type DraftTarget, inputOf } from './draft-target.ts'

export interface TargetFieldsProps {
  target: DraftTarget
  /** The schema of `target` in the operation that creates a cron. */
  schema: JsonSchema
  onChange: (target: DraftTarget) => void
  errorAt: (path: string) => ErrorBody | null
}

/** Fields of the target that are rendered from their schema. */
export function SomeFields({
  target,
  onChange,
  errorAt,
  properties,
}: TargetFieldsProps & { properties: Record<string, JsonSchema> }) {
  return (
    <Fields
      schema={{ type: 'object', properties }}
      values={target as unknown as Record<string, unknown>}
      onChange={values => onChange(values as unknown as DraftTarget)}
      errorAt={errorAt}
      path="target"
    />
  )
}

/** The fields of a target: a parser with addresses, or an API with its parameters. */
export function OneTarget(props: TargetFieldsProps) {
  const { target, onChange, errorAt } = props
  const called = target.type === 'api' ? { api_id: target.id } : { parser_id: target.id }
  return (
    <>
      <NameSelect
        label="Parser or API"
        placeholder="Choose what each run calls"
        withAsterisk
        {...useTargetChoices(called)}
        value={choiceOf(called) || null}
        onChange={value => onChange(withChoice(target, value))}
        error={errorAt('target.id')?.error}
      />
      {target.id && (target.type === 'api' ? <ApiInput {...props} /> : <ParserInput {...props} />)}
    </>
  )
}

/** Returns the draft with another target. Addresses are kept if a parser is replaced by a parser. */
function withChoice(target: DraftTarget, choice: string | null): DraftTarget {
  const next = targetOfChoice(choice)
  const keepsInput = target.type === 'parser' && next.type === 'parser'
  return { ...target, ...next, input: keepsInput ? target.input : {}, max_pages: undefined }
}

function targetOfChoice(choice: string | null): Pick<DraftTarget, 'type' | 'id'> {
  const { parser_id, api_id } = choice ? targetOf(choice) : {}
  return api_id ? { type: 'api', id: api_id } : { type: 'parser', id: parser_id }
}

/** The schema of the `input` field. */
export const inputProperty = (schema: JsonSchema): Record<string, JsonSchema> => ({
  input: schema.properties!.input!,
})

/** Addresses, one per line. Any other input of a parser is edited as JSON. */
function ParserInput(props: TargetFieldsProps) {
  const { target, schema, onChange, errorAt } = props
  const addresses = addressesOf(target.input)
  if (addresses === null) return <SomeFields {...props} properties={inputProperty(schema)} />
  const fieldError = errorAt('target.input.url') ?? errorAt('target.input.urls') ?? errorAt('target.input')
  return (
    <Textarea
      label="Addresses"
      description="One per line. Several addresses run as a batch."
      descriptionProps={{ fz: 12 }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      autosize
      minRows={2}
      maxRows={10}
      placeholder="https://"
      value={addresses}
      error={errorText(fieldError)}
      onChange={event => onChange({ ...target, input: typedInput(event.currentTarget.value) })}
    />
  )
}

/** Keeps empty lines while the user types. */
const typedInput = (lines: string) => (lines.includes('\n') ? { urls: lines.split('\n') } : inputOf(lines))

/** The parameters of an API. A list of inputs is edited as JSON. */
function ApiInput(props: TargetFieldsProps) {
  const { target, schema, onChange, errorAt } = props
  const { data } = useQuery(operationsQuery)
  const operation = data?.data.find(({ id }) => id === target.id)
  if (!operation) return null
  const isList = Array.isArray(target.input)
  return (
    <>
      {isList ? (
        <SomeFields {...props} properties={inputProperty(schema)} />
      ) : (
        <Fields
          schema={operation.input as JsonSchema}
          values={(target.input ?? {}) as Record<string, unknown>}
          onChange={values => onChange({ ...target, input: values })}
          errorAt={errorAt}
          path="target.input"
        />
      )}
      <AllPages
        apiId={operation.id}
        value={target.max_pages}
        items={isList ? (target.input as unknown[]).length : 1}
        error={errorAt('target.max_pages')?.error}
        onChange={max_pages => onChange({ ...target, max_pages })}
      />
    </>
  )
}
