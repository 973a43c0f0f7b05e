import { AppError } from '../../base/errors.ts'
import { wellFormed } from '../../parsers/answer.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'

/** Returns the result if it matches the API's output schema. Throws `changed` if not. */
export function accepted(api: Prebuilt, value: unknown): unknown {
  const checked = api.output.safeParse(value)
  if (checked.success) return wellFormed(value)
  throw new AppError('changed', `${api.name}: what was read does not fit the result's schema.`, {
    cause: checked.error,
    hint: 'The platform has changed its pages; the payload is kept in the data folder under `changed` for a bug report.',
  })
}
