import { createElement } from 'react'
import type { ErrorBody } from '../../lib/call-error.ts'
import { Marked } from '../marked.tsx'
import type { JsonSchema } from './json-schema.ts'

/** What every widget of a form is given. */
export interface WidgetProps {
  /** Where in the input: `fetch.headers`; errors name it. */
  path: string
  label: string
  schema: JsonSchema
  required: boolean
  value: unknown
  /** undefined: not given. */
  onChange: (value: unknown) => void
  /** A value as the docs show it. */
  example?: unknown
  /** The error of a path in the words of the service's own answer. */
  errorAt: (path: string) => ErrorBody | null
}

/** What the inputs of the component library share. */
export const inputProps = ({ label, schema, required, path, errorAt }: WidgetProps) => {
  const error = errorAt(path)
  return {
    label,
    description: schema.description && createElement(Marked, null, schema.description),
    descriptionProps: { fz: 12 },
    errorProps: { fz: 12 },
    withAsterisk: required,
    error: error && [error.error, error.hint].filter(Boolean).join(' '),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  }
}
