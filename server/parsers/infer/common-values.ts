import { ancestorsOf } from './page/nodes.ts'
import type { FieldCase } from './rules/case.ts'
import { findHits } from './rules/find-hits.ts'
import type { Guess } from './rules/guess-type.ts'
import { sayer } from './rules/same-value.ts'

/** With this many places, it is no surprise that some have the same value. */
const ENOUGH = 6
const MANY = 2

/**
 * Whether the wanted value is so common that other elements may have it by chance: `4`, which on the same page is a rating,
 * a number of servings and the fourth step, or a value that is the same on all pages.
 */
export function isCommon(cases: FieldCase[], guess: Guess): boolean {
  const given = cases.filter(({ wanted }) => wanted !== null)
  if (given.length === 0 || given.length >= ENOUGH || !given.every(saysLittle)) return false
  const isOne = new Set(given.map(({ wanted }) => String(wanted))).size === 1
  return isOne || given.every(one => isSaidOften(one, guess))
}

const saysLittle = ({ wanted }: FieldCase) =>
  typeof wanted === 'boolean' || /^\d{0,2}(?:[.,]0*)?$/.test(String(wanted).trim())

function isSaidOften(one: FieldCase, guess: Guess): boolean {
  if (typeof one.wanted === 'object') return false
  const { html } = one.page
  const hits = [...new Set(findHits(one, guess).map(({ node }) => node))]
  const around = new Set(hits.flatMap(node => ancestorsOf(html, node, null)))
  const innermost = hits.filter(node => !around.has(node))
  const says = sayer(one.page, one.wanted, guess)
  const facts =
    one.node === null ? one.page.facts().filter(({ value }) => !Array.isArray(value) && says(value)) : []
  return innermost.length + facts.length >= MANY
}
