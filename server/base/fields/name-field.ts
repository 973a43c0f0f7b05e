import { z } from 'zod'

/** The name that people give a record, where others of its kind may have the same. */
export const nameField = (noun: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe(`What the ${noun} is called in lists; it need not be unique.`)
    .meta({ title: 'Name' })
