import type { AttributeSelector, Selector } from 'css-what'
import { parseCss } from '../../html/select/parse-css.ts'
import type { RuleObject } from '../parser-schema.ts'
import { splitCss } from '../split-css.ts'

/** Returns what must stay on a page for a rule to find something: classes, ids, attributes, labels, the path of its data. */
function supportsOf({ remove, ...rule }: RuleObject): ReadonlySet<string> {
  // If what is removed is no longer found, it stays in the value, which then differs.
  if (remove !== undefined) return new Set([...supportsOf(rule), ...supportsOfCss(remove)])
  const { css, xpath, meta, jsonld, script, path = '' } = rule
  if (meta !== undefined) return new Set([`meta ${meta}`])
  if (jsonld !== undefined) return new Set([`jsonld ${jsonld} ${path}`])
  if (script !== undefined) return new Set([`script ${script} ${path}`])
  if (xpath !== undefined) return supportsOfXPath(xpath)
  return css === undefined ? new Set() : supportsOfCss(css)
}

/** Elements stop being siblings when one of them is wrapped. */
function supportsOfXPath(xpath: string): ReadonlySet<string> {
  const texts = [...xpath.matchAll(/"[^"]*[^":]"/g)].map(([text]) => `text ${text}`)
  return new Set([...texts, ...(xpath.includes('-sibling::') ? ['siblings'] : [])])
}

function supportsOfCss(css: string): ReadonlySet<string> {
  const { selector, attribute } = splitCss(css)
  const steps = selector === '' ? [] : parseCss(selector).flat()
  return new Set([...steps.flatMap(supportOf), ...(attribute === null ? [] : [`attribute ${attribute}`])])
}

function supportOf(step: Selector): string[] {
  if (step.type === 'pseudo') return step.name.startsWith('nth') ? ['place'] : []
  return step.type === 'attribute' ? [nameOf(step)] : []
}

const nameOf = ({ name, value }: AttributeSelector) =>
  ['class', 'id'].includes(name) ? `${name} ${value}` : `attribute ${name}`

/** Whether a rule needs classes, which change with the design of a site. */
export const needsClasses = (rule: RuleObject): boolean =>
  [...supportsOf(rule)].some(support => support.startsWith('class '))

/** Whether a rule depends on a position. */
export const isPositional = (rule: RuleObject): boolean =>
  rule.pick !== undefined || supportsOf(rule).has('place')

/** Whether `later` finds nothing wherever `earlier` finds nothing, so that it is useless as its fallback. */
export function isUselessAfter(later: RuleObject, earlier: RuleObject): boolean {
  const needed = supportsOf(later)
  return [...supportsOf(earlier)].every(support => needed.has(support))
}

/** Whether two rules find elements and need nothing in common. */
export function areIndependent(one: RuleObject, other: RuleObject): boolean {
  if (one.css === undefined || other.css === undefined) return false
  const needed = supportsOf(other)
  return needed.size > 0 && [...supportsOf(one)].every(support => !needed.has(support))
}
