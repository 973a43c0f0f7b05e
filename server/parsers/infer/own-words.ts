import type { Selector } from '../../html/document.ts'
import { parseCss } from '../../html/select/parse-css.ts'
import { parsePath } from '../json/json-path.ts'
import type { RuleObject } from '../parser-schema.ts'
import { splitCss } from '../split-css.ts'
import { type LearningPage, learningEngine } from './page/learning-page.ts'
import { kindOfName } from './rules/name-kinds.ts'

/** Shorter words may be on every page. */
const MIN_LENGTH = 8
const MAX_LENGTH = 300
const HEADINGS = learningEngine.compile('h1, title')
const HEADING = learningEngine.compile('h1')
const TITLE = learningEngine.compile('title')
const MAX_HEADINGS = 10

/**
 * Returns a function that checks whether a rule depends on something that only this page has: its number, or a part of its
 * title or address.
 */
export function ownRuleTest(page: LearningPage): (rule: RuleObject) => boolean {
  const titles = titlesOf(page)
  const names = namesOf(page)
  const isTitle = (text: string) => {
    const letters = lettersOf(text)
    if (names.has(letters)) return true
    const isLong = letters.length >= MIN_LENGTH && /\p{L}[\s_-]+\p{L}/u.test(text)
    return isLong && titles.some(title => title.includes(letters) || letters.includes(title))
  }
  return rule => namesIn(rule).some(isTitle) || stepsOf(rule).some(isNumber)
}

/**
 * Returns the whole title, and the heading if there is only one, in letters and digits only. Even a short name is specific
 * to the page.
 */
function namesOf({ html, view }: LearningPage): ReadonlySet<string> {
  const textsOf = (selector: Selector) =>
    html.select(selector, html.root, 2).map(node => html.text(node, new Set()))
  const headings = textsOf(HEADING)
  const own = [
    ...textsOf(TITLE).slice(0, 1),
    ...view.metas('og:title'),
    ...(headings.length === 1 ? headings : []),
  ]
  return new Set(own.map(lettersOf).filter(text => text !== ''))
}

/** Returns the titles of the page, in letters and digits only. */
function titlesOf({ html, view }: LearningPage): string[] {
  const headings = html.select(HEADINGS, html.root, MAX_HEADINGS).map(node => html.text(node, new Set()))
  const [address = ''] = view.address?.split(/[?#]/, 1) ?? []
  const parts = [...headings.flatMap(text => [text, ...text.split(/\s[|–—-]\s/)]), ...view.metas('og:title')]
  const words = [
    ...parts,
    ...address
      .split('/')
      .slice(3)
      .map(part => part.replace(/\.\w+$/, '')),
  ]
  return words
    .filter(text => text.length <= MAX_LENGTH && /\p{L}[\s_-]+\p{L}/u.test(text))
    .map(lettersOf)
    .filter(text => text.length >= MIN_LENGTH)
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Returns the attribute values and labels in a rule, without its classes. */
function namesIn({ css, xpath }: RuleObject): string[] {
  if (xpath !== undefined) return [...xpath.matchAll(/"([^"]*)"/g)].map(match => match[1]!)
  const { selector } = splitCss(css ?? '')
  if (selector === '') return []
  return parseCss(selector)
    .flat()
    .flatMap(step => (step.type === 'attribute' && step.name !== 'class' ? [step.value] : []))
}

const stepsOf = ({ path = '' }: RuleObject): string[] =>
  (parsePath(path) ?? []).flatMap(step => {
    if (typeof step === 'object') return step.keys
    return typeof step === 'string' ? [step] : []
  })

/** Keys such as `recipe-130425` and `Recipe:562a9b02873e`. */
const isNumber = (step: string) => /\d{4,}/.test(step) || (/\d/.test(step) && kindOfName(step) === 'machine')
