import { expandRule } from './expand-rule.ts'
import { parsePath } from './json/json-path.ts'
import type { Fields, Rule } from './parser-schema.ts'
import { namesIn } from './sources/page-sources.ts'

/** Schemas that nest deeper are refused. */
const MAX_DEPTH = 32

/**
 * The names of the fields that a rule uses: `here` are looked up from its own object outwards, `around` only in the objects
 * outside.
 */
interface UsedFields {
  here: string[]
  around: string[]
}

const NO_FIELDS: UsedFields = { here: [], around: [] }

function namesUsed(short: Rule, depth = 0): UsedFields {
  const rule = expandRule(short)
  if (typeof rule !== 'object' || rule === null || depth > MAX_DEPTH) return NO_FIELDS
  const template = typeof rule.template === 'string' ? [...new Set(namesIn(rule.template))] : []
  const [parent] = (typeof rule.parent === 'string' && parsePath(rule.parent)) || []
  const choices = (Array.isArray(rule.any) ? rule.any : []).map(choice => namesUsed(choice, depth + 1))
  return {
    here: [...template, ...choices.flatMap(({ here }) => here), ...usedInside(rule.fields, depth)],
    around: [...(typeof parent === 'string' ? [parent] : []), ...choices.flatMap(({ around }) => around)],
  }
}

/** Returns the names that nested fields use of the objects around them. */
function usedInside(fields: Fields | undefined, depth: number): string[] {
  if (typeof fields !== 'object' || fields === null) return []
  const used = Object.values(fields).map(rule => namesUsed(rule, depth + 1))
  const further = used.flatMap(({ here }) => here).filter(name => !Object.hasOwn(fields, name))
  return [...further, ...used.flatMap(({ around }) => around)]
}

/** Returns the names of fields in an order in which each comes after those that it uses; null if they form a circle. */
export function orderOf(fields: Fields): string[] | null {
  const names = new Set(Object.keys(fields))
  const order = new Set<string>()
  const isMissing = (name: string) => names.has(name) && !order.has(name)
  let pending = Object.entries(fields).map(([name, rule]) => ({ name, needs: namesUsed(rule).here }))
  for (let size = -1; size < order.size; ) {
    size = order.size
    pending = pending.filter(field => {
      // Needs that are met are dropped, so that a long chain of fields takes little time.
      field.needs = field.needs.slice(Math.max(0, field.needs.findIndex(isMissing)))
      if (field.needs.some(isMissing)) return true
      order.add(field.name)
      return false
    })
  }
  return pending.length === 0 ? [...order] : null
}
