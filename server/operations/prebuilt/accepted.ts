import { AppError } from '../../base/errors.ts'
import { wellFormed } from '../../parsers/answer.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'

/** A result that fits its own schema. Throws `changed` for any other. */
export function accepted(api: Prebuilt, value: unknown): unknown {
  const checked = api.output.safeParse(value)
  if (checked.success) return wellFormed(value)
  throw new AppError('changed', `${api.name}: what was read does not fit the result's schema.`, {
    cause: checked.error,
    hint: 'The platform has changed its pages; the payload is kept in the data folder under `changed` for a bug report.',
  })
}
