import { expandRule } from './expand-rule.ts'
import { parsePath } from './json/json-path.ts'
import type { Fields, Rule } from './parser-schema.ts'
import { namesIn } from './sources/page-sources.ts'

/** A schema that nests deeper is refused. */
const MAX_DEPTH = 32

/** The names of fields that a rule is made of, in its own object or in those around it. */
export function namesUsed(short: Rule, depth = 0): string[] {
  const rule = expandRule(short)
  if (typeof rule !== 'object' || rule === null || depth > MAX_DEPTH) return []
  const inside = (other: Rule) => namesUsed(other, depth + 1)
  const own = typeof rule.template === 'string' ? namesIn(rule.template) : []
  const parent = typeof rule.parent === 'string' ? parsePath(rule.parent)?.slice(0, 1) : undefined
  const choices = Array.isArray(rule.any) ? rule.any.flatMap(inside) : []
  const inner = typeof rule.fields === 'object' ? Object.values(rule.fields ?? {}).flatMap(inside) : []
  return [...own, ...((parent ?? []) as string[]), ...choices, ...inner]
}

/** Names of fields so that each comes after those that it is made of; null where they go round in a circle. */
export function orderOf(fields: Fields): string[] | null {
  const needs = new Map(Object.entries(fields).map(([name, rule]) => [name, namesUsed(rule)]))
  const order = new Set<string>()
  for (let size = -1; size < order.size; ) {
    size = order.size
    for (const [name, used] of needs) {
      const isReady = used.every(other => order.has(other) || !needs.has(other))
      if (isReady) order.add(name)
    }
  }
  return order.size === needs.size ? [...order] : null
}
