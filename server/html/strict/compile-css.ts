import { _compileUnsafe as compileTokens } from 'css-select'
import { isTraversal, type Selector, SelectorType } from 'css-what'
import { type AnyNode, Document, type Element, isTag } from 'domhandler'
import * as domutils from 'domutils'
import { parseCss } from '../select/parse-css.ts'
import { readAttribute } from './tree-attributes.ts'
import { plainText } from './walk.ts'

/** A compiled selector. `scope[0]` is the element for `:scope`, which is set before each search. */
export interface ScopedQuery {
  matches: ReturnType<typeof compileTokens<AnyNode, Element>>
  scope: [AnyNode]
}

/** The value of `scope[0]` between searches, so that a selector does not keep the last page in memory. */
export const NO_SCOPE: AnyNode = new Document([])

const SCOPE: Selector = { type: SelectorType.Pseudo, name: 'scope', data: null }
const DESCENDANT: Selector = { type: SelectorType.Descendant }

const adapter = {
  ...domutils,
  isTag,
  getText: plainText,
  getAttributeValue: (element: Element, name: string) => readAttribute(element, name) ?? undefined,
  hasAttrib: (element: Element, name: string) => readAttribute(element, name) !== null,
}

/**
 * Compiles CSS. A selector with several steps is relative to its scope: its first step is the scope itself or lies inside.
 * Throws an Error with the reason if the CSS is invalid or unknown.
 */
export function compileCss(css: string, { xmlMode = false } = {}): ScopedQuery {
  const { tokens, isScoped } = scopedTokens(css)
  const scope: [AnyNode] = [NO_SCOPE]
  // Results that css-select caches for one scope are wrong for the next.
  const matches = compileTokens<AnyNode, Element>(tokens, {
    adapter,
    xmlMode,
    context: scope,
    cacheResults: !isScoped,
  })
  return { matches, scope }
}

/**
 * Parses selectors with css-what, but also throws for names that start with an invalid character and for combinators at the
 * end, which css-what accepts.
 */
export function parseSelector(css: string): Selector[][] {
  const selectors = parseSafely(css)
  for (const steps of selectors) checkSteps(steps)
  return selectors
}

function parseSafely(css: string): Selector[][] {
  try {
    return parseCss(css)
  } catch (error) {
    // Messages of css-what end with the rest of the selector, which is empty at its end.
    const message = (error as Error).message.replace(/found $/, 'found the end of the selector.')
    throw new Error(message, { cause: error })
  }
}

/** Pseudo-classes that css-select compiles without an argument, into what fails or matches at random. */
const NEED_ARGUMENT = /^(?:nth-.+|i?contains|lang)$/

function checkSteps(steps: Selector[]): void {
  if (steps.length > 0 && isTraversal(steps.at(-1)!))
    throw new Error('It ends with a combinator: name what follows.')
  for (const [index, step] of steps.entries()) {
    if (step.type === SelectorType.Pseudo && Array.isArray(step.data)) step.data.forEach(checkSteps)
    if (step.type === SelectorType.Pseudo && step.data === null && NEED_ARGUMENT.test(step.name))
      throw new Error(`:${step.name} needs an argument.`)
    if (step.type === SelectorType.Tag && !startsName(step.name, steps[index - 1]))
      throw new Error(
        step.name.startsWith('@') ? ATTRIBUTE_AT_END : `${JSON.stringify(step.name)} is not a name there.`,
      )
  }
}

const ATTRIBUTE_AT_END =
  'An attribute stands once, at the very end, in letters, digits, "-", "_" and ":"; of several elements, each has a rule in "any".'

/** Whether an element name is in first place, and starts with a valid character. */
const startsName = (name: string, before: Selector | undefined): boolean =>
  (before === undefined || isTraversal(before)) && !/^[^\w\u0080-\uffff-]/.test(name)

/**
 * Parses a selector and ties it to its scope. `isScoped` says whether the result depends on the scope. Throws as
 * `compileCss` does.
 */
export function scopedTokens(css: string): { tokens: Selector[][]; isScoped: boolean } {
  const tokens = parseSelector(css).map(steps => (isOpen(steps) ? [SCOPE, DESCENDANT, ...steps] : steps))
  return { tokens, isScoped: tokens.some(startsAtScope) }
}

/** Whether a selector has several steps, none of which refers to its scope. */
function isOpen(steps: Selector[]): boolean {
  return steps.some(isTraversal) && !startsAtScope(steps)
}

function startsAtScope(steps: Selector[]): boolean {
  return isTraversal(steps[0]!) || steps.some(namesScope)
}

function namesScope(step: Selector): boolean {
  if (step.type !== SelectorType.Pseudo) return false
  return (
    step.name === 'scope' || (Array.isArray(step.data) && step.data.some(steps => steps.some(namesScope)))
  )
}
