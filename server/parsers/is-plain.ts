import { parseCss } from '../html/select/parse-css.ts'
import { stepsOf } from '../html/select/steps.ts'
import { expandRule } from './expand-rule.ts'
import type { Fields, ParserSchema, Rule } from './parser-schema.ts'
import { splitCss } from './split-css.ts'

/** Keys whose cost is proportional to the rows and texts that a rule reads. */
const PLAIN_KEYS = new Set(
  'css read all fields any type default required description limit pick min max enum'.split(' '),
)
const PLAIN_PARTS = new Set(['fields', 'description', 'version', '$comment'])
const PLAIN_READS = /^(?:text|count|exists|@.+)$/
const MAX_RULES = 100

const cache = new WeakMap<ParserSchema, boolean>()

/** Whether a valid schema uses only plain CSS paths, texts and attributes. */
export function isPlain(schema: ParserSchema): boolean {
  const cached = cache.get(schema)
  if (cached !== undefined) return cached
  const rules = rulesIn(schema.fields)
  const isSimple = Object.keys(schema).every(key => PLAIN_PARTS.has(key))
  const answer = isSimple && rules.length <= MAX_RULES && rules.every(isPlainRule)
  cache.set(schema, answer)
  return answer
}

const rulesIn = (fields: Fields): Rule[] => Object.values(fields).flatMap(rule => [rule, ...rulesBelow(rule)])

function rulesBelow(short: Rule): Rule[] {
  const { fields = {}, any = [] } = expandRule(short)
  return [...rulesIn(fields), ...any.flatMap(rule => [rule, ...rulesBelow(rule)])]
}

function isPlainRule(short: Rule): boolean {
  const rule = expandRule(short)
  const { selector } = splitCss(rule.css ?? '')
  return (
    Object.keys(rule).every(key => PLAIN_KEYS.has(key)) &&
    PLAIN_READS.test(rule.read ?? 'text') &&
    (selector === '' || isPath(selector))
  )
}

/** `>>` leads into shadow trees and is not CSS. */
const isPath = (selector: string): boolean => !selector.includes('>>') && stepsOf(parseCss(selector)) !== null
