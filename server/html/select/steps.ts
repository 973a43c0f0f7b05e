import { AttributeAction, type AttributeSelector, isTraversal, type Selector, SelectorType } from 'css-what'
import { NO_WORDS, neededWords } from '../scan/words.ts'
import { fixedNumber } from '../tree/names.ts'
import type { AttributeTest } from './attribute-tests.ts'

/** What an element has to be at one step of a selector. */
export interface Step {
  /** Null for an element of any name. */
  name: string | null
  /** Number of the name, 0 for any; null where it is not one of HTML, and each page has its own. */
  number: number | null
  attributes: AttributeTest[]
  /** Marks of the words that these ask for in class and id. */
  words: number
  /** Whether the step before is the parent of this one; otherwise it is any element around it. */
  isChild: boolean
}

/** A path is followed by calls inside calls, one for each step. */
export const MOST_STEPS = 100

/** Whether one of the selectors of a list has more steps than that: another reader would try them in every combination. */
export const hasTooManySteps = (selectors: Selector[][]): boolean =>
  selectors.some(selector => stepCount(selector) > MOST_STEPS)

/** Steps of a selector, with those in its pseudo-classes. */
function stepCount(selector: Selector[]): number {
  const inner = selector.flatMap(token =>
    token.type === SelectorType.Pseudo && Array.isArray(token.data) ? token.data : [],
  )
  const own = 1 + selector.filter(isTraversal).length
  return inner.reduce((sum, one) => sum + stepCount(one), own)
}

/** The steps of a selector of names, classes, ids and attributes, one inside the other; null where it is more. */
export function stepsOf(selectors: Selector[][]): Step[] | null {
  const [selector, ...others] = selectors
  if (!selector || others.length > 0) return null
  const steps: Step[] = [newStep(false)]
  for (const token of selector) {
    const isChild = token.type === SelectorType.Child
    if (isChild || token.type === SelectorType.Descendant) steps.push(newStep(isChild))
    else if (!narrow(steps.at(-1)!, token)) return null
  }
  return steps.length <= MOST_STEPS && steps.every(isUseful) ? steps : null
}

const newStep = (isChild: boolean): Step => ({
  name: null,
  number: 0,
  attributes: [],
  words: NO_WORDS,
  isChild,
})

const isUseful = ({ name, attributes }: Step) => name !== null || attributes.length > 0

function narrow(step: Step, token: Selector): boolean {
  if (token.type === SelectorType.Tag && token.namespace === null) nameStep(step, token.name.toLowerCase())
  else if (token.type === SelectorType.Attribute && isPlain(token)) addTest(step, testOf(token))
  else return false
  return true
}

function nameStep(step: Step, name: string): void {
  step.name = name
  step.number = fixedNumber(name) ?? null
}

function addTest(step: Step, test: AttributeTest): void {
  step.attributes.push(test)
  const isWordy = test.value !== null && (test.name === 'class' || test.name === 'id')
  if (isWordy) step.words |= neededWords(test.value!)
}

/** Attributes whose values are what they are, beside those of data and aria. What is neither here nor below is left to css-select. */
const EXACT = new Set('class id name property itemprop href src content title alt role'.split(' '))
const EXACT_KINDS = /^(?:data|aria)-[\w-]+$/
/** Attributes whose values match in any case, as the standard says of these. */
const FOLDED = new Set('charset dir hreflang http-equiv lang media method rel scope target type'.split(' '))

const isPlain = ({ name, action, value, ignoreCase, namespace }: AttributeSelector) =>
  (EXACT.has(name) || FOLDED.has(name) || EXACT_KINDS.test(name)) &&
  namespace === null &&
  typeof ignoreCase !== 'boolean' &&
  (action === AttributeAction.Exists ||
    action === AttributeAction.Equals ||
    (action === AttributeAction.Element && value !== '' && !/\s/.test(value)))

/** Values that are the same as text and as bytes. */
const PLAIN = /^[ -%'-~]*$/

function testOf({ name, action, value }: AttributeSelector): AttributeTest {
  const isFolded = FOLDED.has(name)
  const wanted = isFolded ? value.toLowerCase() : value
  return {
    name,
    value: action === AttributeAction.Exists ? null : wanted,
    isWord: action === AttributeAction.Element,
    isFolded,
    isPlain: PLAIN.test(value),
  }
}
