import { useQuery } from '@tanstack/react-query'
import type { OperationId } from '../../lib/client.ts'
import { operationsQuery } from '../../lib/machine.ts'
import type { JsonSchema } from './json-schema.ts'
import { bare } from './schema-kind.ts'

export interface Choice {
  value: string
  label: string
}

/** The values of a list of choices, by the names that people know them by. */
export const choicesOf = (schema: JsonSchema): Choice[] => {
  const { enum: values = [], 'x-labels': labels } = bare(schema)
  return values.map(String).map(value => ({ value, label: labels?.[value] ?? value }))
}

/** What an operation offers for a field, such as `state` or `columns[].type`; nothing before operations are loaded. */
export function useChoices(operation: OperationId, path: string): Choice[] {
  const { data } = useQuery(operationsQuery)
  const input = data?.data.find(({ id }) => id === operation)?.input as JsonSchema | undefined
  return input ? choicesOf(fieldAt(input, path.split('.'))) : []
}

/** The schema of a field; a name that ends in `[]` stands for the items of its list. */
const fieldAt = (schema: JsonSchema, names: readonly string[]): JsonSchema =>
  names.reduce((at, name) => {
    const field = at.properties?.[name.replace('[]', '')] ?? {}
    return name.endsWith('[]') ? (field.items ?? {}) : field
  }, schema)

/** A choice in a description that says what it means: `append`: each row is new. */
const MEANT = /`([^`]+)`(?=:)/g

/**
 * The description of a field for people: choices by their labels, and an empty field in place of null. One that names choices
 * in mid-sentence says what the labels say themselves.
 */
export function hintOf(schema: JsonSchema): string {
  const labels = new Map(choicesOf(schema).map(({ value, label }) => [value, label]))
  const shown = (schema.description ?? '').replaceAll(MEANT, (code, value: string) =>
    labels.has(value) ? `“${labels.get(value)}”` : code,
  )
  const namesChoices = [...labels.keys()].some(value => shown.includes(`\`${value}\``))
  return namesChoices && schema['x-labels'] ? '' : shown.replaceAll(/\bnull: /g, 'empty: ')
}

/** What people call a value; the value itself where it is none of the choices. */
export const labelIn = (choices: readonly Choice[], value: string) =>
  choices.find(choice => choice.value === value)?.label ?? value
