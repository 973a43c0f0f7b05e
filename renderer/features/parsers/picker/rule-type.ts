import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord } from '../schema-form/edit-rule.ts'

const isText = (value: Json | undefined) => typeof value === 'string'

/** Returns the type of a rule, or of the first rule in its `any`; empty if there is none. */
export function typeOfRule({ type, any }: JsonObject): string {
  if (isText(type)) return type as string
  const first = Array.isArray(any) ? any.find(isRecord) : undefined
  return first ? typeOfRule(first) : ''
}

/**
 * Returns a rule with another type; an empty type leaves values unchanged. A type beside `any` applies to all of its rules.
 */
export function withType(rule: JsonObject, type: string): JsonObject {
  if (typeOfRule(rule) === type) return rule
  const { type: _, any, ...rest } = rule
  const rules = Array.isArray(any) && { any: any.map(one => (isRecord(one) ? withType(one, '') : one)) }
  return { ...rest, ...rules, ...(type && { type }) }
}
