import { expandRule } from '../expand-rule.ts'
import type { FollowedLink, PageSchema, ParserSchema, Rule } from '../parser-schema.ts'
import { kindsOf } from '../resolve-schema.ts'

/** The default limits of `paginate` and `follow`, in pages. */
export const PAGES = 10
export const FOLLOWED = 20

/**
 * Returns how many pages a checked schema may fetch for one address: the page itself, the next ones, and those behind
 * links.
 */
export function pagesAtMost(schema: ParserSchema): number {
  return Math.max(...kindsOf(schema).map(pagesOfKind))
}

const pagesOfKind = ({ fields, follow, paginate }: PageSchema): number =>
  (paginate ? (paginate.limit ?? PAGES) : 1) + ofFollow(follow) + ofRules(Object.values(fields))

const ofFollow = (follow: FollowedLink | undefined): number =>
  follow ? (follow.limit ?? FOLLOWED) + ofFollow(follow.follow) + ofRules(Object.values(follow.fields)) : 0

function ofRules(rules: Rule[]): number {
  return rules.map(expandRule).reduce((sum, { follow, fields, any, zip }) => {
    return sum + ofFollow(follow) + ofRules([...Object.values(fields ?? {}), ...(any ?? []), ...(zip ?? [])])
  }, 0)
}
