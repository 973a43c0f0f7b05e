import { z } from 'zod'

/** An object of any fields, all of which count: a record would drop `__proto__` without a word. */
export const anyObject = z
  .custom<Record<string, unknown>>(
    value => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .meta({ type: 'object' })
