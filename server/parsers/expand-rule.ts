import type { Rule, RuleObject, ValueType } from './parser-schema.ts'
import { sourcesOf } from './schema/keys.ts'
import type { Shape } from './values/transform.ts'
import { compileTransform } from './values/transforms.ts'

/** A rule written out: a string is short for `{css}`. */
export function expandRule(rule: Rule): RuleObject {
  return typeof rule === 'string' ? { css: rule } : rule
}

/** Sources that read texts. */
const TEXTS = ['css', 'meta', 'regex', 'column', 'header', 'template'] as const

/**
 * The type of a rule's values: its own, else that of the `any` around it, else text for what is read from HTML.
 * Undefined is any JSON.
 */
export function typeOf(rule: RuleObject, around?: ValueType): ValueType | undefined {
  const isText =
    !rule.transform &&
    rule.path === undefined &&
    TEXTS.some(source => rule[source] !== undefined) &&
    rule.header !== ':status'
  return rule.type ?? around ?? (isText ? 'string' : undefined)
}

/** Whether `any` is what a rule reads, and not what it makes of its matches. */
export const isChoice = (rule: RuleObject): boolean =>
  rule.any !== undefined && sourcesOf(rule).includes('any')

/** What a rule says of its matches instead of reading them. */
export function tallyOf({ read }: RuleObject): 'count' | 'exists' | undefined {
  return read === 'count' || read === 'exists' ? read : undefined
}

/** Shapes of a rule's transforms; a wrong one is reported elsewhere. */
function shapesOf({ transform }: RuleObject): Shape[] {
  try {
    return (transform ?? []).map(one => compileTransform(one).shape)
  } catch {
    return []
  }
}

/** Whether a rule yields a list; `any` does when all its rules do. */
export function isList(rule: RuleObject): boolean {
  if (rule.group_by !== undefined || rule.entries !== undefined) return false
  if (isChoice(rule)) return rule.any!.every(choice => isList(expandRule(choice)))
  return shapesOf(rule).reduce(
    (isListed, shape) => (shape === 'each' ? isListed : shape !== 'gather'),
    rule.all === true,
  )
}

/** Whether a rule looks at every match, and not only at the first. */
export function isMany(rule: RuleObject): boolean {
  return (
    rule.all === true ||
    rule.where !== undefined ||
    rule.read === 'count' ||
    (rule.pick !== undefined && rule.pick !== 'first')
  )
}
