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

/** The schema of a field by its path; a name that ends in `[]` stands for the items of its list. */
export const fieldAt = (schema: JsonSchema, path: string): JsonSchema =>
  path.split('.').reduce((at, name) => {
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
