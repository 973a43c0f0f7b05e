import { z } from 'zod'
import { isObject } from '../is-object.ts'

/** An object that keeps all its fields: `z.record` silently drops `__proto__`. */
export const anyObject = z
  .custom<Record<string, unknown>>(value => isObject(value), 'must be an object')
  .meta({ type: 'object' })
