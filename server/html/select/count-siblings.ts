import type { Options } from 'css-select'
import nthCheck from 'nth-check'
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
  return nthCheck(rule)(isFromEnd ? siblings.length - 1 - index : index)
}
