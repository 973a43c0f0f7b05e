import type { AppError } from '../base/errors.ts'
import type { Payload } from './define-prebuilt.ts'
import { wrongKindError } from './one-subject.ts'

/**
 * Returns a function that returns an error if any payload is a page of another kind than expected, otherwise undefined.
 * `labels` are the kinds in a sentence, for a subject whose name is not known; `requestedLabel` names what was asked for, if
 * known.
 */
export const otherKindErrorOf =
  <Kind extends string>(kindOf: (body: unknown) => Kind | null, labels: Record<Kind, string>) =>
  (payloads: Payload[], expected: Kind, requestedLabel: string | null): AppError | undefined => {
    const other = payloads.map(({ body }) => kindOf(body)).find(kind => kind !== null && kind !== expected)
    return other ? wrongKindError(labels[other], requestedLabel ?? labels[expected]) : undefined
  }
