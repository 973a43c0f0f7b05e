import { createElement } from 'react'
import { type ErrorBody, errorText } from '../../lib/service/call-error.ts'
import { Marked } from '../marked.tsx'
import { hintOf } from './choices.ts'
import type { JsonSchema } from './json-schema.ts'

/** The props of every widget of a form. */
export interface WidgetProps {
  /** The path in the input, in the notation of errors: `fetch.headers`. */
  path: string
  label: string
  schema: JsonSchema
  required: boolean
  value: unknown
  /** Only for the id of a record that belongs to another record: the id of that other record, if it is chosen. */
  within?: string | undefined
  /** Called with the new value; undefined unsets the field. */
  onChange: (value: unknown) => void
  /** The example value of the docs. */
  example?: unknown
  /** Returns the error of the service at a path. */
  errorAt: (path: string) => ErrorBody | null
  /** Whether it takes the focus as it appears. */
  autoFocus?: boolean
}

/** Returns the label of a field. */
export const titleOf = (name: string, { title }: Pick<JsonSchema, 'title'>) => title ?? name

/** The props that all inputs share. The tooltip of the label shows the name of the field in the API. */
export const inputProps = ({ label, schema, required, path, errorAt, autoFocus = false }: WidgetProps) => {
  const error = errorAt(path)
  return {
    label: createElement('span', { title: path }, label),
    description: hintOf(schema) && createElement(Marked, null, hintOf(schema)),
    descriptionProps: { fz: 12 },
    errorProps: { fz: 12 },
    withAsterisk: required,
    autoFocus,
    // If a value is missing, the hint is the description of its field, which is already shown.
    error:
      error &&
      createElement(Marked, null, error.hint === schema.description ? error.error : errorText(error)),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  }
}
