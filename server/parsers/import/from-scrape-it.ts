import type { Fields, Rule, RuleObject } from '../parser-schema.ts'
import { isObject, type UnknownRule } from '../schema/fault.ts'
import { childPosition, convertFields, type ImportPosition, reportUnknown, shortForm } from './losses.ts'

const KNOWN_KEYS = ['selector', 'listItem', 'data', 'attr', 'how', 'eq', 'trim', 'name']
const FIRST_KEYS = ['listItem', 'data', 'attr', 'how', 'eq', 'texteq', 'closest', 'convert']

/** Whether an object of rules is in the format of scrape-it. */
export const isScrapeIt = (foreign: UnknownRule): boolean =>
  Object.values(foreign).some(rule => isObject(rule) && FIRST_KEYS.some(key => key in rule))

/** Reads the options of scrape-it as fields. JSON cannot contain functions, so `convert` is reported as a loss. */
export const fromScrapeIt = (foreign: UnknownRule, position: ImportPosition): Fields =>
  convertFields(foreign, position, ruleOf)

function ruleOf(foreign: unknown, position: ImportPosition): Rule | null {
  if (typeof foreign === 'string') return foreign
  if (!isObject(foreign)) {
    position.reportLoss('It is neither a selector nor an object.')
    return null
  }
  reportUnknown(position, foreign, KNOWN_KEYS)
  if (foreign.trim === false) position.reportLoss('Texts are always trimmed.', `${position.at}.trim`)
  const { listItem, data, selector } = foreign
  const css = String(listItem ?? selector ?? '')
  const rule: RuleObject = {
    ...((css !== '' || !isObject(data)) && { css }),
    ...(listItem !== undefined && { all: true }),
    ...(isObject(data)
      ? { fields: fromScrapeIt(data, childPosition(position, '.data')) }
      : readingOf(foreign, position)),
    ...(Number.isInteger(foreign.eq) && listItem === undefined && { pick: foreign.eq as number }),
  }
  return shortForm(rule)
}

function readingOf({ attr, how }: UnknownRule, position: ImportPosition): RuleObject {
  if (typeof attr === 'string') return { read: `@${attr}` }
  if (how === undefined || how === 'text') return {}
  if (how === 'html') return { read: 'html' }
  childPosition(position, '.how').reportLoss('Only "text" and "html" can be read; the text is.')
  return {}
}
