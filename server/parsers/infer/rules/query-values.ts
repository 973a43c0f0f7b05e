import type { LearningPage } from '../page/learning-page.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from './candidate.ts'
import { elementsAt, type FieldCase, scopeOf } from './case.ts'
import { cssPathsOf } from './css-paths.ts'
import { cssRule } from './css-rule.ts'
import type { Guess } from './guess-type.ts'

/** Many parameters may have a shorter value. */
const MIN_LENGTH = 8
const MAX_ADDRESSES = 400
const MAX_HITS = 8
const MAX_PATHS = 12
const PENALTY = 0.1

/**
 * Returns rules for a value in the query of an address: share links name the picture and the title of their page, as in
 * `/share?url=…&media=https://…/tea.jpg`.
 */
export function queryCandidates(fieldCase: FieldCase, guess: Guess): Candidate[] {
  const { page, wanted } = fieldCase
  if (typeof wanted !== 'string' || !['url', 'string'].includes(guess.type)) return []
  const text = compact(wanted)
  if (text.length < MIN_LENGTH) return []
  const inside = elementsAt(fieldCase)
  return hitsOf(page, text)
    .filter(({ node }) => inside?.has(node) ?? true)
    .flatMap(({ node, name, parameter }) =>
      cssPathsOf(page.html, node, scopeOf(fieldCase), text)
        .slice(0, MAX_PATHS)
        .map(({ css, score, reasons }) => ({
          rule: { ...cssRule(css, `@${name}`, guess), transform: [{ query_param: parameter }] },
          score: score - PENALTY,
          reasons: [...reasons, `the address has it as ${parameter}`],
        })),
    )
}

function hitsOf(page: LearningPage, wantedText: string) {
  const addresses = page.attributes().filter(({ value }) => /^[^\s?]*\?.*=/.test(value))
  return addresses
    .slice(0, MAX_ADDRESSES)
    .flatMap(({ node, name, value }) => {
      const parameters = [...(URL.parse(value, page.view.base() ?? undefined)?.searchParams ?? [])]
      const [parameter] = parameters.find(([, text]) => compact(text) === wantedText) ?? []
      return parameter === undefined ? [] : [{ node, name, parameter }]
    })
    .slice(0, MAX_HITS)
}
