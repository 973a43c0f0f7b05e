import type { HtmlEngine } from '../../html/document.ts'
import type { PageView } from '../page-view.ts'
import type { Json, RuleObject, ValueType } from '../parser-schema.ts'
import { splitCss } from '../split-css.ts'
import { type Condition, compileCondition } from './conditions.ts'
import { conversionCost, convert, type ValueSettings } from './convert.ts'
import { describeValue, noValue, type ReadResult } from './reading.ts'
import type { Transform } from './transform.ts'
import { type CompiledTransform, compileTransform } from './transforms.ts'

/** The result of one transform. */
export interface TransformStep {
  transform: string
  value: Json
}

interface TransformResult extends ReadResult {
  steps: TransformStep[]
}

/** The reasons why items of a list are null, by their indices. */
export type ItemReasons = Map<number, string>

/** What is done with a value after it was read: transforms, type, checks. */
export interface ValuePipeline {
  /** Transforms of each value, before the list is built. */
  each: CompiledTransform[]
  /** The remaining transforms, starting with the first that takes a whole list. */
  whole: CompiledTransform[]
  type: ValueType | undefined
  settings: ValueSettings
  checks: { word: string; holds: Condition }[]
  /** Whether a text is kept unchanged. */
  keepsText: boolean
  engine: HtmlEngine
}

const WORK_PER_CHECK = 100
const CHECK_WORDS = ['pattern', 'min', 'max'] as const

export function compilePipeline(
  rule: RuleObject,
  type: ValueType | undefined,
  engine: HtmlEngine,
): ValuePipeline {
  const transforms = (rule.transform ?? []).map(compileTransform)
  const isText = type === undefined || type === 'string'
  const listStart = transforms.findIndex(({ shape }) => shape !== 'each')
  const { locale, formats, timezone, currency } = rule
  const checks = CHECK_WORDS.filter(word => rule[word] !== undefined).map(word => ({
    word,
    holds: compileCondition({ [word]: rule[word] }),
  }))
  if (rule.enum) checks.push({ word: 'enum' as never, holds: compileCondition({ in: rule.enum }) })
  return {
    each: listStart < 0 ? transforms : transforms.slice(0, listStart),
    whole: listStart < 0 ? [] : transforms.slice(listStart),
    type,
    settings: { locale, formats, timezone, currency, areElementTexts: readsElementText(rule) },
    checks,
    keepsText: isText && transforms.length === 0 && checks.length === 0,
    engine,
  }
}

/** Whether the values of a rule are texts of elements as they stand there. */
function readsElementText({ css, column, path, read = 'text', transform }: RuleObject): boolean {
  if (transform || path !== undefined || read !== 'text') return false
  return css === undefined ? column !== undefined : css !== '' && splitCss(css).attribute === null
}

/**
 * Applies transforms in order. If the value is a list, they apply to each item, unless a transform takes the list itself.
 * `itemReasons` receives the reasons for null items.
 */
export function applyTransforms(
  value: Json,
  transforms: CompiledTransform[],
  pipeline: ValuePipeline,
  page: PageView,
  itemReasons?: ItemReasons,
): TransformResult {
  const context = { page, engine: pipeline.engine, settings: pipeline.settings }
  const steps: TransformStep[] = []
  let result: ReadResult = { value }
  for (const transform of transforms) {
    if (result.value === null) break
    const isSpread = transform.shape === 'spread'
    // A transform of the whole list may move or remove its items.
    if (transform.shape !== 'each') itemReasons?.clear()
    const isPerItem = (transform.shape === 'each' && transforms === pipeline.whole) || isSpread
    result =
      isPerItem && Array.isArray(result.value)
        ? applyToItems(result.value, transform, context, itemReasons)
        : transform.apply(result.value, context)
    steps.push({ transform: transform.name, value: result.value })
  }
  return { ...result, steps }
}

function applyToItems(
  items: Json[],
  { apply, shape }: CompiledTransform,
  context: Parameters<Transform['apply']>[1],
  reasons: ItemReasons | undefined,
): ReadResult {
  if (shape === 'each') return { value: withReasons(items, reasons, item => apply(item, context)) }
  const values = items.map(item => (item === null ? null : apply(item, context).value))
  return { value: values.flat() as Json[] }
}

/** Applies `convertItem` to the items of a list. The reasons for nulls are added to `reasons`. */
export function withReasons(
  items: Json[],
  reasons: ItemReasons | undefined,
  convertItem: (item: Json) => ReadResult,
): Json[] {
  return items.map((item, index) => {
    if (item === null) return null
    const { value, reason } = convertItem(item)
    if (value === null && reason !== undefined) reasons?.set(index, reason)
    return value
  })
}

/** Returns the work of converting and checking a value. */
export function costOfTyping(value: Json, { type, checks }: ValuePipeline): number {
  const length = typeof value === 'string' ? value.length : 0
  return conversionCost(value, type) + checks.length * (WORK_PER_CHECK + length)
}

/** Converts a value to its type; null if it fails a check. */
export function applyType(
  value: Json,
  { type, settings, checks }: ValuePipeline,
  page: PageView,
): ReadResult {
  const result = convert(value, type, settings, page)
  if (result.value === null) return result
  for (const { word, holds } of checks) {
    if (!holds(result.value)) return noValue(`${describeValue(result.value)} does not pass "${word}"`)
  }
  return result
}
