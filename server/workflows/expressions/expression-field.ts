import { z } from 'zod'

/** Marks a field of a config, in zod and in its JSON Schema, as written in JSONata. */
const MARK = 'x-expression'

/** A field of a config that is written as a bare JSONata expression and holds its value, null for none, when the node runs. */
export const expression = (title: string, description: string) =>
  z
    .custom<unknown>(() => true)
    .meta({ title, type: 'string', [MARK]: true })
    .describe(description)

/** Names of the fields of a config that hold expressions. */
export const expressionFields = (config: z.ZodObject): string[] =>
  Object.entries(config.shape)
    .filter(([, field]) => bare(field).meta()?.[MARK])
    .map(([name]) => name)

/** A field below its optionality and default. */
export function bare(field: z.core.$ZodType): z.ZodType {
  const wrapped = field instanceof z.ZodOptional || field instanceof z.ZodDefault
  return wrapped ? bare(field.unwrap()) : (field as z.ZodType)
}

/** A node's config as a template: its bare expressions in braces, with nothing around them that would make them text. */
export function templateOf(config: z.ZodObject, written: Record<string, unknown>): Record<string, unknown> {
  const template = { ...written }
  for (const name of expressionFields(config)) {
    const written = template[name]
    if (typeof written !== 'string') continue
    const text = written.trim()
    template[name] = text.startsWith('{{') ? text : `{{ ${text} }}`
  }
  return template
}

/** A filled template as a config: an expression that returned nothing is null. */
export function configOf(config: z.ZodObject, written: Record<string, unknown>, filled: object) {
  const nothing = expressionFields(config).filter(name => name in written && !(name in filled))
  return { ...filled, ...Object.fromEntries(nothing.map(name => [name, null])) }
}
