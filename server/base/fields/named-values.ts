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

/** A record that refuses the reserved name with an error, since `z.record` drops it silently. */
export function namedValues<Name extends z.ZodString, Value extends z.ZodType>(name: Name, value: Value) {
  const record = z.record(name, value)
  // Input and output have the types of the record, which `z.preprocess` does not keep.
  return z.preprocess(refuseReserved, record) as unknown as typeof record
}
