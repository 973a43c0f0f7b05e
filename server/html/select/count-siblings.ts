import type { Options } from 'css-select'
import { elementsBeside, placeIn } from './number-adapter.ts'

/**
 * `:nth-child(…)` and the like, without `of`. css-select counts the siblings before each element, which takes the square of
 * their number.
 */
export const COUNTING: NonNullable<Options<number, number>['pseudos']> = {
  'nth-child': (node, rule) => isAt(node, rule!, false, false),
  'nth-last-child': (node, rule) => isAt(node, rule!, true, false),
  'nth-of-type': (node, rule) => isAt(node, rule!, false, true),
  'nth-last-of-type': (node, rule) => isAt(node, rule!, true, true),
}

export const countsSiblings = (css: string): boolean => /:nth-/i.test(css) && !/\sof\s/i.test(css)

function isAt(node: number, rule: string, isFromEnd: boolean, isOfType: boolean): boolean {
  const siblings = elementsBeside(node, isOfType)
  const index = placeIn(siblings, node)
  const [step, start] = formulaOf(rule)
  const distance = (isFromEnd ? siblings.length - index : index + 1) - start
  return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0
}

/** Returns the numbers of a valid formula: 2 and 1 of `2n+1`. */
function formulaOf(rule: string): [step: number, start: number] {
  const formula = rule.toLowerCase().replace(/\s+/g, '')
  if (formula === 'even') return [2, 0]
  if (formula === 'odd') return [2, 1]
  const [, step, start = 0] = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(formula)!
  if (step === undefined) return [0, Number(start)]
  return [/\d/.test(step) ? Number(step) : Number(`${step}1`), Number(start)]
}
