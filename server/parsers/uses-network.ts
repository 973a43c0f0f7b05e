import { expandRule } from './expand-rule.ts'
import type { FollowedLink, ParserSchema, Rule } from './parser-schema.ts'
import { kindsOf } from './resolve-schema.ts'

const known = new WeakMap<ParserSchema, boolean>()

/** Whether a checked schema reads data that pages fetch (`network`). */
export function usesNetwork(schema: ParserSchema): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const uses = kindsOf(schema).some(
    ({ fields, follow }) => inRules(Object.values(fields)) || inFollow(follow),
  )
  known.set(schema, uses)
  return uses
}

const inFollow = (follow: FollowedLink | undefined): boolean =>
  follow !== undefined && (inRules(Object.values(follow.fields)) || inFollow(follow.follow))

const inRules = (rules: Rule[]): boolean =>
  rules.map(expandRule).some(({ network, fields, any, zip, follow }) => {
    const inner = [...Object.values(fields ?? {}), ...(any ?? []), ...(zip ?? [])]
    return network !== undefined || inFollow(follow) || inRules(inner)
  })
