import { createElement } from 'react'
import { type ErrorBody, explained } from '../../lib/service/call-error.ts'
import { Marked } from '../marked.tsx'
import { hintOf } from './choices.ts'
import type { JsonSchema } from './json-schema.ts'

/** The props of every widget of a form. */
export interface WidgetProps {
  /** The path in the input, as errors name it: `fetch.headers`. */
  path: string
  label: string
  schema: JsonSchema
  required: boolean
  value: unknown
  /** Of the id of a record that belongs to another one: the id of that one, as far as it is chosen. */
  within?: string | undefined
  /** Undefined if it is not set. */
  onChange: (value: unknown) => void
  /** The example value of the docs. */
  example?: unknown
  /** The service's error at a path. */
  errorAt: (path: string) => ErrorBody | null
}

/** What people call a field. */
export const titleOf = (name: string, { title }: Pick<JsonSchema, 'title'>) => title ?? name

/** The common props of the library's inputs; the name in the API shows where the mouse rests on the label. */
export const inputProps = ({ label, schema, required, path, errorAt }: WidgetProps) => {
  const error = errorAt(path)
  return {
    label: createElement('span', { title: path }, label),
    description: hintOf(schema) && createElement(Marked, null, hintOf(schema)),
    descriptionProps: { fz: 12 },
    errorProps: { fz: 12 },
    withAsterisk: required,
    // The hint of a value that is missing is the description, which stands there already.
    error:
      error &&
      createElement(Marked, null, error.hint === schema.description ? error.error : explained(error)),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  }
}
