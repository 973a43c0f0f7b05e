import { expandRule } from '../expand-rule.ts'
import type { FollowedLink, PageSchema, ParserSchema, Rule } from '../parser-schema.ts'
import { kindsOf } from '../resolve-schema.ts'

/** The default limits of `paginate` and `follow`, in pages. */
export const DEFAULT_PAGES = 10
export const DEFAULT_FOLLOWED = 20

/**
 * Returns how many pages a checked schema may fetch for one address: the page itself, the next ones, and those behind
 * links.
 */
export function maxPagesOf(schema: ParserSchema): number {
  return Math.max(...kindsOf(schema).map(pagesOfKind))
}

const pagesOfKind = ({ fields, follow, paginate }: PageSchema): number =>
  (paginate ? (paginate.limit ?? DEFAULT_PAGES) : 1) +
  pagesOfFollow(follow) +
  pagesOfRules(Object.values(fields))

const pagesOfFollow = (follow: FollowedLink | undefined): number =>
  follow
    ? (follow.limit ?? DEFAULT_FOLLOWED) +
      pagesOfFollow(follow.follow) +
      pagesOfRules(Object.values(follow.fields))
    : 0

function pagesOfRules(rules: Rule[]): number {
  return rules.map(expandRule).reduce((sum, { follow, fields, any, zip }) => {
    return (
      sum +
      pagesOfFollow(follow) +
      pagesOfRules([...Object.values(fields ?? {}), ...(any ?? []), ...(zip ?? [])])
    )
  }, 0)
}
