import { z } from 'zod'
import { isObject } from '../is-object.ts'

/** An object of any fields, all of which count: a record would drop `__proto__` without a word. */
export const anyObject = z
  .custom<Record<string, unknown>>(value => isObject(value), 'must be an object')
  .meta({ type: 'object' })
