import { z } from 'zod'
import { isObject } from '../../base/is-object.ts'

/** Marks a field of a config as written in JSONata, in zod and in its JSON Schema. */
const EXPRESSION_MARK = 'x-expression'

/**
 * A field of a config that is written as a bare JSONata expression. When the node runs, it holds the value of the expression,
 * or null if there is none.
 */
export const expression = (title: string, description: string) =>
  z
    .custom<unknown>(() => true)
    .meta({ title, type: 'string', [EXPRESSION_MARK]: true })
    .describe(description)

/** Marks a field of a config that holds conditions. Leaving one out would let everything through. */
export const CONDITIONS = 'x-conditions'

const fieldsWith = (mark: string, config: z.ZodObject): string[] =>
  Object.entries(config.shape)
    .filter(([, field]) => field.meta()?.[mark] ?? unwrapOptional(field).meta()?.[mark])
    .map(([name]) => name)

/** Returns the names of the config fields that hold expressions. */
export const expressionFields = (config: z.ZodObject): string[] => fieldsWith(EXPRESSION_MARK, config)

/** Unwraps optional fields and those with defaults. */
export function unwrapOptional(field: z.core.$ZodType): z.ZodType {
  const wrapped = field instanceof z.ZodOptional || field instanceof z.ZodDefault
  return wrapped ? unwrapOptional(field.unwrap()) : (field as z.ZodType)
}

/**
 * Returns a node's config as a template: bare expressions are put in braces, without surrounding text, which would turn their
 * value into text.
 */
export function templateOf(config: z.ZodObject, rawConfig: Record<string, unknown>): Record<string, unknown> {
  const template = { ...rawConfig }
  for (const name of expressionFields(config)) {
    const source = template[name]
    if (typeof source !== 'string') continue
    const text = source.trim()
    template[name] = text.startsWith('{{') ? text : `{{ ${text} }}`
  }
  return template
}

/**
 * Returns the config for a filled template. Expressions that returned nothing become null, and so do conditions without a
 * value.
 */
export function configOf(
  config: z.ZodObject,
  rawConfig: Record<string, unknown>,
  filled: Record<string, unknown>,
) {
  const nothing = expressionFields(config).filter(name => name in rawConfig && !(name in filled))
  const conditions = fieldsWith(CONDITIONS, config).filter(name => isObject(rawConfig[name]))
  return {
    ...filled,
    ...nulls(nothing),
    ...Object.fromEntries(
      conditions.map(name => [
        name,
        { ...nulls(Object.keys(rawConfig[name]!)), ...(filled[name] as object) },
      ]),
    ),
  }
}

const nulls = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, null]))
