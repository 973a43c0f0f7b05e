import { AttributeAction, type AttributeSelector, isTraversal, type Selector, SelectorType } from 'css-what'
import { NO_WORDS, neededWords } from '../scan/words.ts'
import { fixedNumber } from '../tree/names.ts'
import type { AttributeTest } from './attribute-tests.ts'

/** The conditions on an element at one step of a selector. */
export interface SelectorStep {
  /** Null for any name. */
  name: string | null
  /** Number of the name: 0 for any name, null if the name is not one of HTML and so has another number in each page. */
  number: number | null
  attributes: AttributeTest[]
  /** Bits of the words that the attributes require in class and id. */
  words: number
  /** Whether the previous step has to match the parent; otherwise any ancestor. */
  isChild: boolean
}

/** Maximum number of steps, since each one takes a nested call. */
export const MAX_STEPS = 100

/** Whether a selector in the list has more than `MAX_STEPS` steps, which css-select would try in all combinations. */
export const hasTooManySteps = (selectors: Selector[][]): boolean =>
  selectors.some(selector => stepCount(selector) > MAX_STEPS)

/** Returns the number of steps in a selector, including those in its pseudo-classes. */
function stepCount(selector: Selector[]): number {
  const inner = selector.flatMap(token =>
    token.type === SelectorType.Pseudo && Array.isArray(token.data) ? token.data : [],
  )
  const own = 1 + selector.filter(isTraversal).length
  return inner.reduce((sum, one) => sum + stepCount(one), own)
}

/**
 * Returns the steps of a selector that consists of names, classes, ids and attributes, with child and descendant
 * combinators; null for any other selector.
 */
export function stepsOf(selectors: Selector[][]): SelectorStep[] | null {
  const [selector, ...others] = selectors
  if (!selector || others.length > 0) return null
  const steps: SelectorStep[] = [newStep(false)]
  for (const token of selector) {
    const isChild = token.type === SelectorType.Child
    if (isChild || token.type === SelectorType.Descendant) steps.push(newStep(isChild))
    else if (!addCondition(steps.at(-1)!, token)) return null
  }
  return steps.length <= MAX_STEPS && steps.every(isUseful) ? steps : null
}

const newStep = (isChild: boolean): SelectorStep => ({
  name: null,
  number: 0,
  attributes: [],
  words: NO_WORDS,
  isChild,
})

const isUseful = ({ name, attributes }: SelectorStep) => name !== null || attributes.length > 0

function addCondition(step: SelectorStep, token: Selector): boolean {
  if (token.type === SelectorType.Tag && token.namespace === null) nameStep(step, token.name.toLowerCase())
  else if (token.type === SelectorType.Attribute && isPlain(token)) addTest(step, testOf(token))
  else return false
  return true
}

function nameStep(step: SelectorStep, name: string): void {
  step.name = name
  step.number = fixedNumber(name) ?? null
}

function addTest(step: SelectorStep, test: AttributeTest): void {
  step.attributes.push(test)
  const isWordy = test.value !== null && (test.name === 'class' || test.name === 'id')
  if (isWordy) step.words |= neededWords(test.value!)
}

/**
 * Attributes whose values are case-sensitive, besides `data-…` and `aria-…`. Attributes that are in neither list are left to
 * css-select.
 */
const EXACT_ATTRIBUTES = new Set('class id name property itemprop href src content title alt role'.split(' '))
const EXACT_KINDS = /^(?:data|aria)-[\w-]+$/
/** Attributes whose values are case-insensitive according to the standard. */
const FOLDED_ATTRIBUTES = new Set(
  'charset dir hreflang http-equiv lang media method rel scope target type'.split(' '),
)

const isPlain = ({ name, action, value, ignoreCase, namespace }: AttributeSelector) =>
  (EXACT_ATTRIBUTES.has(name) || FOLDED_ATTRIBUTES.has(name) || EXACT_KINDS.test(name)) &&
  namespace === null &&
  typeof ignoreCase !== 'boolean' &&
  (action === AttributeAction.Exists ||
    action === AttributeAction.Equals ||
    (action === AttributeAction.Element && value !== '' && !/\s/.test(value)))

/** Matches values that are the same as text and as bytes. */
const PLAIN_VALUE = /^[ -%'-~]*$/

function testOf({ name, action, value }: AttributeSelector): AttributeTest {
  const isFolded = FOLDED_ATTRIBUTES.has(name)
  const expected = isFolded ? value.toLowerCase() : value
  return {
    name,
    value: action === AttributeAction.Exists ? null : expected,
    isWord: action === AttributeAction.Element,
    isFolded,
    isPlain: PLAIN_VALUE.test(value),
  }
}
