import { z } from 'zod'

/**
 * Returns the fields of an input that may be known beside a saved page. All are optional and have no default, because a
 * value that nobody asked for says nothing about the page. Rules over several fields are dropped.
 */
export const knownInput = (input: z.ZodObject): Record<string, z.ZodOptional> =>
  Object.fromEntries(Object.entries(input.shape).map(([name, field]) => [name, z.optional(unwrap(field))]))

/** Removes the default and the optionality of a field; its title and description stay. */
function unwrap(field: z.core.$ZodType): z.core.$ZodType {
  if (!(field instanceof z.ZodDefault || field instanceof z.ZodOptional)) return field
  const inner = unwrap(field.unwrap())
  const metadata = (field as z.ZodType).meta()
  return metadata && inner instanceof z.ZodType ? inner.meta(metadata) : inner
}
