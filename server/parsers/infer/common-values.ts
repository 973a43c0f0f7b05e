import { ancestorsOf } from './page/nodes.ts'
import type { FieldCase } from './rules/case.ts'
import { findHits } from './rules/find-hits.ts'
import type { Guess } from './rules/guess-type.ts'
import { valueTestFor } from './rules/same-value.ts'

/** With this many places, it is no surprise that some have the same value. */
const ENOUGH_CASES = 6
const MANY_PLACES = 2

/**
 * Whether the wanted value is so common that other elements may have it by chance: `4`, which on the same page is a rating,
 * a number of servings and the fourth step, or a value that is the same on all pages.
 */
export function isCommon(cases: FieldCase[], guess: Guess): boolean {
  const casesWithValue = cases.filter(({ wanted }) => wanted !== null)
  if (
    casesWithValue.length === 0 ||
    casesWithValue.length >= ENOUGH_CASES ||
    !casesWithValue.every(saysLittle)
  )
    return false
  const isOne = new Set(casesWithValue.map(({ wanted }) => String(wanted))).size === 1
  return isOne || casesWithValue.every(one => occursOften(one, guess))
}

const saysLittle = ({ wanted }: FieldCase) =>
  typeof wanted === 'boolean' || /^\d{0,2}(?:[.,]0*)?$/.test(String(wanted).trim())

function occursOften(fieldCase: FieldCase, guess: Guess): boolean {
  if (typeof fieldCase.wanted === 'object') return false
  const { html } = fieldCase.page
  const hits = [...new Set(findHits(fieldCase, guess).map(({ node }) => node))]
  const ancestors = new Set(hits.flatMap(node => ancestorsOf(html, node, null)))
  const innermost = hits.filter(node => !ancestors.has(node))
  const says = valueTestFor(fieldCase.page, fieldCase.wanted, guess)
  const facts =
    fieldCase.node === null
      ? fieldCase.page.facts().filter(({ value }) => !Array.isArray(value) && says(value))
      : []
  return innermost.length + facts.length >= MANY_PLACES
}
