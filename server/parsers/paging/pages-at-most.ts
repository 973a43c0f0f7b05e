import { expandRule } from '../expand-rule.ts'
import type { Follow, PageSchema, ParserSchema, Rule } from '../parser-schema.ts'
import { kindsOf } from '../resolve-schema.ts'

/** Where a schema does not say how many. */
export const PAGES = 10
export const FOLLOWED = 20

/** How many pages one address may lead to with a schema that was checked: itself, the next ones, those behind links. */
export function pagesAtMost(schema: ParserSchema): number {
  return Math.max(...kindsOf(schema).map(pagesOfKind))
}

const pagesOfKind = ({ fields, follow, paginate }: PageSchema): number =>
  (paginate ? (paginate.limit ?? PAGES) : 1) + ofFollow(follow) + ofRules(Object.values(fields))

const ofFollow = (follow: Follow | undefined): number =>
  follow ? (follow.limit ?? FOLLOWED) + ofFollow(follow.follow) + ofRules(Object.values(follow.fields)) : 0

function ofRules(rules: Rule[]): number {
  return rules.map(expandRule).reduce((sum, { follow, fields, any, zip }) => {
    return sum + ofFollow(follow) + ofRules([...Object.values(fields ?? {}), ...(any ?? []), ...(zip ?? [])])
  }, 0)
}
