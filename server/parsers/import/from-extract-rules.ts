import type { Fields, Rule, RuleObject } from '../parser-schema.ts'
import { isObject, quote, type UnknownRule } from '../schema/fault.ts'
import { type ImportPosition, inside, reportUnknown, selectorRule, shortest } from './losses.ts'

const KNOWN = ['selector', 'selector_type', 'type', 'all', 'output', 'clean']
const OUTPUTS: Record<string, RuleObject> = {
  text: {},
  text_relevant: { read: 'text' },
  markdown: { read: 'markdown' },
  markdown_relevant: { read: 'markdown' },
  html: { read: 'outer_html' },
}

/** Reads `extract_rules` of ScrapingBee or WebScrapingAPI as fields. */
export function fromExtractRules(written: UnknownRule, passage: ImportPosition): Fields {
  const entries = Object.entries(written).map(([name, rule]) => [
    name,
    ruleOf(rule, inside(passage, `.${name}`)),
  ])
  return Object.fromEntries(entries.filter(([, rule]) => rule !== null))
}

function ruleOf(written: unknown, passage: ImportPosition): Rule | null {
  if (typeof written === 'string') return shortest(selectorRule(written))
  if (!isObject(written) || typeof written.selector !== 'string') {
    passage.reportLoss('It has no selector.')
    return null
  }
  reportUnknown(passage, written, KNOWN)
  if (written.clean === false || written.clean === 0)
    inside(passage, '.clean').reportLoss(
      'Texts are always trimmed, and runs of white space become one blank.',
    )
  const { selector, selector_type, output = 'text' } = written
  const source = selector_type === 'xpath' ? { xpath: selector } : selectorRule(selector)
  const isList = written.type === 'list' || [true, 1, '1'].includes(written.all as never)
  const rule = { ...source, ...(isList && { all: true }) }
  if (isObject(output)) return { ...rule, fields: fromExtractRules(output, inside(passage, '.output')) }
  return outputOf(rule, String(output), passage)
}

function outputOf(rule: RuleObject, output: string, passage: ImportPosition): Rule {
  const isAttribute = /^@[\w:-]+$/.test(output)
  if (isAttribute && rule.css !== undefined && !rule.all) return `${rule.css}${output}`
  if (isAttribute) return { ...rule, read: output }
  if (output.startsWith('table_')) return tableOf(rule, output, inside(passage, '.output'))
  const reading = OUTPUTS[output]
  if (!reading)
    inside(passage, '.output').reportLoss(`There is no output ${quote(output)}; the text is read.`)
  return shortest({ ...rule, ...reading })
}

function tableOf({ css }: RuleObject, output: string, passage: ImportPosition): RuleObject {
  if (css === undefined)
    passage.reportLoss('Tables are found by CSS only; the first one of the page is read.')
  if (output === 'table_array')
    passage.reportLoss('Rows come as objects by the names of their columns, not as lists.')
  return { table: css ?? 'table', all: true }
}
