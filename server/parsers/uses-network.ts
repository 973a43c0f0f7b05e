import { expandRule } from './expand-rule.ts'
import type { FollowedLink, ParserSchema, Rule } from './parser-schema.ts'
import { kindsOf } from './resolve-schema.ts'

const cache = new WeakMap<ParserSchema, boolean>()

/** Whether a checked schema reads data that pages fetch (`network`). */
export function usesNetwork(schema: ParserSchema): boolean {
  const cached = cache.get(schema)
  if (cached !== undefined) return cached
  const uses = kindsOf(schema).some(
    ({ fields, follow }) => inRules(Object.values(fields)) || inFollow(follow),
  )
  cache.set(schema, uses)
  return uses
}

const inFollow = (follow: FollowedLink | undefined): boolean =>
  follow !== undefined && (inRules(Object.values(follow.fields)) || inFollow(follow.follow))

const inRules = (rules: Rule[]): boolean =>
  rules.map(expandRule).some(({ network, fields, any, zip, follow }) => {
    const inner = [...Object.values(fields ?? {}), ...(any ?? []), ...(zip ?? [])]
    return network !== undefined || inFollow(follow) || inRules(inner)
  })
