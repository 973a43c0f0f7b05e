import { expandRule, isList } from '../expand-rule.ts'
import type { Fields } from '../parser-schema.ts'
import { type Fault, fault, quote } from '../schema/fault.ts'

/** Returns the name of the list that is continued page by page: the given one, or the only list. */
export function listOf(fields: Fields, named: unknown): string | Fault {
  const lists = Object.keys(fields).filter(name => isList(expandRule(fields[name]!)))
  if (named !== undefined)
    return lists.includes(named as string)
      ? (named as string)
      : fault(`"list": there is no list ${quote(named)} among the fields.`)
  return lists.length === 1
    ? lists[0]!
    : fault('"paginate" needs a "list" to add to.', `Lists: ${lists.join(', ') || 'none'}.`)
}
