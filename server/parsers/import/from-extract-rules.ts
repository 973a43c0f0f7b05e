import type { Fields, Rule, RuleObject } from '../parser-schema.ts'
import { isObject, quote, type UnknownRule } from '../schema/fault.ts'
import {
  childPosition,
  convertFields,
  type ImportPosition,
  reportUnknown,
  selectorRule,
  shortForm,
} from './losses.ts'

const KNOWN_KEYS = ['selector', 'selector_type', 'type', 'all', 'output', 'clean']
const OUTPUTS: Record<string, RuleObject> = {
  text: {},
  text_relevant: { read: 'text' },
  markdown: { read: 'markdown' },
  markdown_relevant: { read: 'markdown' },
  html: { read: 'outer_html' },
}

/** Reads `extract_rules` of ScrapingBee or WebScrapingAPI as fields. */
export const fromExtractRules = (foreign: UnknownRule, position: ImportPosition): Fields =>
  convertFields(foreign, position, ruleOf)

function ruleOf(foreign: unknown, position: ImportPosition): Rule | null {
  if (typeof foreign === 'string') return shortForm(selectorRule(foreign))
  if (!isObject(foreign) || typeof foreign.selector !== 'string') {
    position.reportLoss('It has no selector.')
    return null
  }
  reportUnknown(position, foreign, KNOWN_KEYS)
  if (foreign.clean === false || foreign.clean === 0)
    childPosition(position, '.clean').reportLoss(
      'Texts are always trimmed, and runs of white space become one blank.',
    )
  if (foreign.type !== undefined && foreign.type !== 'item' && foreign.type !== 'list')
    childPosition(position, '.type').reportLoss(`There is no type ${quote(foreign.type)}; one item is read.`)
  const { selector, selector_type, output = 'text' } = foreign
  const source = selector_type === 'xpath' ? { xpath: selector } : selectorRule(selector)
  const isList = foreign.type === 'list' || [true, 1, '1'].includes(foreign.all as never)
  const rule = { ...source, ...(isList && { all: true }) }
  if (isObject(output))
    return { ...rule, fields: fromExtractRules(output, childPosition(position, '.output')) }
  return outputOf(rule, String(output), position)
}

function outputOf(rule: RuleObject, output: string, position: ImportPosition): Rule {
  const isAttribute = /^@[\w:-]+$/.test(output)
  if (isAttribute && rule.css !== undefined && !rule.all) return `${rule.css}${output}`
  if (isAttribute) return { ...rule, read: output }
  if (output.startsWith('table_')) return tableOf(rule, output, childPosition(position, '.output'))
  const reading = OUTPUTS[output]
  if (!reading)
    childPosition(position, '.output').reportLoss(`There is no output ${quote(output)}; the text is read.`)
  return shortForm({ ...rule, ...reading })
}

function tableOf({ css }: RuleObject, output: string, position: ImportPosition): RuleObject {
  if (css === undefined)
    position.reportLoss('Tables are found by CSS only; the first one of the page is read.')
  if (output === 'table_array')
    position.reportLoss('Rows come as objects by the names of their columns, not as lists.')
  return { table: css ?? 'table', all: true }
}
