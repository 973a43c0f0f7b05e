import type { DocumentNode } from '../../../html/document.ts'
import type { Json } from '../../parser-schema.ts'
import { ancestorsOf, commonAncestor } from '../page/nodes.ts'
import { anchorsOf } from '../rules/anchors.ts'
import type { Candidate } from '../rules/candidate.ts'
import { candidatesOf } from '../rules/candidates.ts'
import type { FieldCase } from '../rules/case.ts'
import { cssRule } from '../rules/css-rule.ts'
import { factListsOf } from '../rules/fact-candidates.ts'
import { findHits, type Hit } from '../rules/find-hits.ts'
import type { Guess } from '../rules/guess-type.ts'
import { withoutExtraParts } from './extra-parts.ts'
import { markedCandidates } from './marked-items.ts'
import { scatteredFacts } from './scattered-facts.ts'
import { spreadCandidates } from './spread-candidates.ts'
import { spreadItems } from './spread-items.ts'
import { withoutUnwanted } from './unwanted-items.ts'

const MAX_PAIRS = 12
const MAX_LEVELS = 5

/** Returns rules that may find the list of values that is wanted at a place. */
export function listCandidatesOf(fieldCase: FieldCase, guess: Guess): Candidate[] {
  const wanted = fieldCase.wanted as Json[]
  if (wanted.length === 0) return []
  const facts =
    fieldCase.node === null
      ? [...factListsOf(fieldCase, wanted, guess), ...scatteredFacts(fieldCase, wanted, guess)]
      : []
  return [
    ...facts,
    ...(wanted.length === 1
      ? candidatesOfOne(fieldCase, wanted[0]!, guess)
      : candidatesOfSeveral(fieldCase, wanted, guess)),
  ]
}

/**
 * With a single value, the innermost element that has it is the item: an element around it may contain several items on
 * other pages.
 */
const candidatesOfOne = (fieldCase: FieldCase, wanted: Json, guess: Guess): Candidate[] =>
  candidatesOf({ ...fieldCase, wanted }, guess, true).map(({ rule, ...rest }) => ({
    ...rest,
    rule: { ...rule, all: true },
  }))

/**
 * Returns rules from what the elements of the first two values have in common, and those of the first and the last; then
 * from all of them.
 */
function candidatesOfSeveral(fieldCase: FieldCase, wanted: Json[], guess: Guess): Candidate[] {
  const hitsOf = (value: Json) => findHits({ ...fieldCase, wanted: value }, guess)
  const first = hitsOf(wanted[0]!)
  const others = [...hitsOf(wanted[1]!), ...hitsOf(wanted.at(-1)!)]
  const pairs = first.flatMap(a => others.filter(b => isAlike(fieldCase, a, b)).map(b => [a, b] as const))
  const shared = pairs.slice(0, MAX_PAIRS).flatMap(([a, b]) =>
    sharedPaths(fieldCase, a.node, b.node).map(({ css, ...rest }) => ({
      ...rest,
      rule: { ...cssRule(css, a.read, guess), all: true },
    })),
  )
  const spread = ['text', 'own_text'].flatMap(read => {
    const items = spreadItems(fieldCase, wanted, value =>
      hitsOf(value).flatMap(hit => (hit.read === read ? [hit.node] : [])),
    )
    return items ? spreadCandidates(fieldCase, items, read, guess) : []
  })
  const lists = [...shared, ...spread]
  const found = [
    ...lists,
    ...withoutUnwanted(fieldCase, wanted, lists),
    ...withoutExtraParts(fieldCase, wanted, guess),
  ]
  return found.length > 0 ? found : markedCandidates(fieldCase, wanted, guess)
}

const isAlike = ({ page: { html } }: FieldCase, a: Hit, b: Hit) =>
  a.node !== b.node && a.read === b.read && html.elementName(a.node) === html.elementName(b.node)

interface SharedPath {
  css: string
  score: number
  reasons: string[]
}

/** Returns selectors that find both of two elements. */
export function sharedPaths(
  { page, node: scope }: Pick<FieldCase, 'page' | 'node'>,
  a: DocumentNode,
  b: DocumentNode,
): SharedPath[] {
  const { html } = page
  const others = new Set(anchorsOf(html, b).map(({ css }) => css))
  const own = anchorsOf(html, a).filter(({ css }) => others.has(css))
  const top = commonAncestor(html, [a, b])
  const ancestors =
    top === null || top === scope ? [] : [top, ...ancestorsOf(html, top, scope)].slice(0, MAX_LEVELS)
  const plain = own.map(({ css, sturdy, why }) => ({ css, score: sturdy, reasons: [why] }))
  return [
    ...plain,
    ...ancestors.flatMap((outer, level) =>
      anchorsOf(html, outer)
        .slice(0, 2)
        .flatMap(anchor =>
          own.flatMap(step => {
            const score = 0.6 * step.sturdy + 0.38 * anchor.sturdy - 0.06 * level
            const reasons = [step.why, `it lies in ${anchor.css}`]
            const path = { css: `${anchor.css} ${step.css}`, score, reasons }
            const isChild = html.parent(a) === outer
            return isChild
              ? [path, { ...path, css: `${anchor.css} > ${step.css}`, score: score - 0.01 }]
              : [path]
          }),
        ),
    ),
  ]
}
