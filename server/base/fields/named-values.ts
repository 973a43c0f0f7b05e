import { z } from 'zod'
import { isObject } from '../is-object.ts'

/** The only name that records of zod drop silently. */
export const RESERVED_NAME = '__proto__'

function refuseReserved(value: unknown, context: z.RefinementCtx): unknown {
  if (isObject(value) && Object.hasOwn(value, RESERVED_NAME))
    context.addIssue({
      code: 'custom',
      path: [RESERVED_NAME],
      message: 'cannot be a name here',
      params: { hint: 'Leave it out, or choose another name.' },
    })
  return value
}

/** A record, which says so where it cannot take a name: one of the library drops `__proto__` without a word. */
export function namedValues<Name extends z.ZodString, Value extends z.ZodType>(name: Name, value: Value) {
  const record = z.record(name, value)
  // What goes in and comes out is what the record says; the type of the wrapping knows neither.
  return z.preprocess(refuseReserved, record) as unknown as typeof record
}
