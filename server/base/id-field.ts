import { z } from 'zod'

/** The id of a record; its JSON Schema names the kind, so that a form can offer those there are. */
export const idField = (noun: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .describe(`Id of the ${noun}.`)
    .meta({ title: noun.charAt(0).toUpperCase() + noun.slice(1), 'x-id-of': noun })
