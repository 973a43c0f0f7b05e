import type { Fields, Rule, RuleObject } from '../parser-schema.ts'
import { isObject, type UnknownRule } from '../schema/fault.ts'
import { type ImportPosition, inside, reportUnknown, shortest } from './losses.ts'

const KNOWN = ['selector', 'listItem', 'data', 'attr', 'how', 'eq', 'trim', 'name']
const FIRST_KEYS = ['listItem', 'data', 'attr', 'how', 'eq', 'texteq', 'closest', 'convert']

/** Whether an object of rules is in the format of scrape-it. */
export const isScrapeIt = (written: UnknownRule): boolean =>
  Object.values(written).some(rule => isObject(rule) && FIRST_KEYS.some(key => key in rule))

/** Reads the options of scrape-it as fields. JSON cannot contain functions, so `convert` is reported as a loss. */
export function fromScrapeIt(written: UnknownRule, passage: ImportPosition): Fields {
  const entries = Object.entries(written).map(([name, rule]) => [
    name,
    ruleOf(rule, inside(passage, `.${name}`)),
  ])
  return Object.fromEntries(entries.filter(([, rule]) => rule !== null))
}

function ruleOf(written: unknown, passage: ImportPosition): Rule | null {
  if (typeof written === 'string') return written
  if (!isObject(written)) {
    passage.reportLoss('It is neither a selector nor an object.')
    return null
  }
  reportUnknown(passage, written, KNOWN)
  if (written.trim === false) passage.reportLoss('Texts are always trimmed.', `${passage.at}.trim`)
  const { listItem, data, selector } = written
  const css = String(listItem ?? selector ?? '')
  const rule: RuleObject = {
    ...((css !== '' || !isObject(data)) && { css }),
    ...(listItem !== undefined && { all: true }),
    ...(isObject(data)
      ? { fields: fromScrapeIt(data, inside(passage, '.data')) }
      : readingOf(written, passage)),
    ...(Number.isInteger(written.eq) && listItem === undefined && { pick: written.eq as number }),
  }
  return shortest(rule)
}

function readingOf({ attr, how }: UnknownRule, passage: ImportPosition): RuleObject {
  if (typeof attr === 'string') return { read: `@${attr}` }
  if (how === undefined || how === 'text') return {}
  if (how === 'html') return { read: 'html' }
  inside(passage, '.how').reportLoss('Only "text" and "html" can be read; the text is.')
  return {}
}
