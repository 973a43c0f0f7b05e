import { z } from 'zod'

/**
 * The fields of an input as far as they are known beside a saved page: every one optional and none with a default,
 * because what nobody asked for says nothing about the page. Rules over several fields are left behind.
 */
export const knownInput = (input: z.ZodObject): Record<string, z.ZodOptional> =>
  Object.fromEntries(Object.entries(input.shape).map(([name, field]) => [name, z.optional(bare(field))]))

/** A field below its default and its optionality; its title and description stay. */
function bare(field: z.core.$ZodType): z.core.$ZodType {
  if (!(field instanceof z.ZodDefault || field instanceof z.ZodOptional)) return field
  const inner = bare(field.unwrap())
  const about = (field as z.ZodType).meta()
  return about && inner instanceof z.ZodType ? inner.meta(about) : inner
}
