import { z } from 'zod'

/** The name that people give a record. Where it must be unique, it has a field of its own. */
export const nameField = (noun: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe(`What the ${noun} is called in lists; it need not be unique.`)
    .meta({ title: 'Name' })
