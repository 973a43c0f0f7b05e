import type { JsonSchema } from './json-schema.ts'
import { withoutNull } from './schema-kind.ts'

export interface Choice {
  value: string
  label: string
}

/** Returns the values of an enum with their labels. */
export const choicesOf = (schema: JsonSchema): Choice[] => {
  const { enum: values = [], 'x-labels': labels } = withoutNull(schema)
  return values.map(String).map(value => ({ value, label: labels?.[value] ?? value }))
}

/** Returns the schema of a field by its path; a name that ends in `[]` means the items of a list. */
export const fieldAt = (schema: JsonSchema, path: string): JsonSchema =>
  path.split('.').reduce((at, name) => {
    const field = at.properties?.[name.replace('[]', '')] ?? {}
    return name.endsWith('[]') ? (field.items ?? {}) : field
  }, schema)

/** Matches a choice that a description explains: `append`: each row is new. */
const EXPLAINED_CHOICE = /`([^`]+)`(?=:)/g

/**
 * Returns the description of a field for users: with labels in place of choices, and "empty" in place of null. A
 * description that names choices within a sentence is left out, since the labels already say the same.
 */
export function hintOf(schema: JsonSchema): string {
  const labels = new Map(choicesOf(schema).map(({ value, label }) => [value, label]))
  const description = (schema.description ?? '').replaceAll(EXPLAINED_CHOICE, (code, value: string) =>
    labels.has(value) ? `“${labels.get(value)}”` : code,
  )
  const namesChoices = [...labels.keys()].some(value => description.includes(`\`${value}\``))
  return namesChoices && schema['x-labels'] ? '' : description.replaceAll(/\bnull: /g, 'empty: ')
}

/** Returns the label of a value; the value itself if it is not one of the choices. */
export const labelIn = (choices: readonly Choice[], value: string) =>
  choices.find(choice => choice.value === value)?.label ?? value
