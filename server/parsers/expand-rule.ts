import type { Rule, RuleObject, ValueType } from './parser-schema.ts'
import { sourcesOf } from './schema/keys.ts'
import { shapeOf } from './values/transform-shapes.ts'

/** Returns a rule as an object: a string is short for `{css}`. */
export function expandRule(rule: Rule): RuleObject {
  return typeof rule === 'string' ? { css: rule } : rule
}

/** Sources whose values are texts. */
const TEXTS = ['css', 'meta', 'regex', 'column', 'header', 'template'] as const

/**
 * Returns the type of a rule's values: its own `type`, else that of the surrounding `any`, else text for what is read from
 * HTML. Undefined stands for any JSON.
 */
export function typeOf(rule: RuleObject, outerType?: ValueType): ValueType | undefined {
  const isText =
    !rule.transform &&
    rule.path === undefined &&
    TEXTS.some(source => rule[source] !== undefined) &&
    rule.header !== ':status'
  return rule.type ?? outerType ?? (isText ? 'string' : undefined)
}

/** Whether `any` is the source of a rule. Beside another source, `any` reads each match of that source instead. */
export const isChoice = (rule: RuleObject): boolean =>
  rule.any !== undefined && sourcesOf(rule).includes('any')

/** Returns `count` or `exists` for a rule that counts its matches instead of reading them. */
export function tallyOf({ read }: RuleObject): 'count' | 'exists' | undefined {
  return read === 'count' || read === 'exists' ? read : undefined
}

/** Whether a rule yields a list. A rule with `any` does if all its choices do. */
export function isList(rule: RuleObject): boolean {
  if (rule.group_by !== undefined || rule.entries !== undefined) return false
  if (isChoice(rule)) return rule.any!.every(choice => isList(expandRule(choice)))
  // A `transform` that is no list is reported elsewhere.
  const shapes = Array.isArray(rule.transform) ? rule.transform.map(shapeOf) : []
  return shapes.reduce(
    (isListed, shape) => (shape === 'each' ? isListed : shape !== 'gather'),
    rule.all === true,
  )
}

/** Whether a rule reads every match, not only the first. */
export function isMany(rule: RuleObject): boolean {
  return (
    rule.all === true ||
    rule.where !== undefined ||
    rule.read === 'count' ||
    (rule.pick !== undefined && rule.pick !== 'first')
  )
}
