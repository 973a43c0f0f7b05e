import { groupDigits } from '../../base/counted.ts'
import type { HtmlEngine } from '../../html/document.ts'
import type { PageView } from '../page-view.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { ValueSettings } from './convert.ts'
import { describeValue, isNumber, noValue, numberResult, type ReadResult } from './reading.ts'

/** What transforms may look at beside the value. */
interface TransformContext {
  page: PageView
  engine: HtmlEngine
  settings: ValueSettings
}

export interface Transform {
  /** Never called with null. */
  apply(value: Json, context: TransformContext): ReadResult
}

export const ofValue = (apply: Transform['apply']): Transform => ({ apply })

/** A text, or the reason why there is none. */
export type TextResult = string | ReadResult
export const toResult = (result: TextResult): ReadResult =>
  typeof result === 'string' ? boundText(result) : result

/** The maximum length of a text, since transforms may lengthen it again and again. No page is larger. */
const MAX_TEXT_LENGTH = 16_777_216
const boundText = (text: string): ReadResult =>
  text.length > MAX_TEXT_LENGTH
    ? noValue(`it becomes longer than ${groupDigits(MAX_TEXT_LENGTH)} characters`)
    : { value: text }

/** Creates a transform of texts. Numbers and booleans are converted to text. */
export const ofText = (apply: (text: string, context: TransformContext) => TextResult): Transform =>
  ofValue((value, context) =>
    typeof value === 'object'
      ? noValue(`${describeValue(value)}, not a text`)
      : toResult(apply(String(value), context)),
  )
export const ofNumber = (apply: (number: number) => number): Transform =>
  ofValue(value =>
    isNumber(value) ? numberResult(apply(value)) : noValue(`${describeValue(value)}, not a number`),
  )

/** Returns the argument of a transform as a text. Throws an Error for anything else, as the functions below do. */
export function textArgument(argument: Json): string {
  if (typeof argument !== 'string') throw new Error('It takes a text.')
  return argument
}

export function objectArgument(argument: Json, form = 'an object'): JsonObject {
  if (argument === null || typeof argument !== 'object' || Array.isArray(argument))
    throw new Error(`It takes ${form}.`)
  return argument
}

/** Returns an argument that has only these keys. `form` says how the argument is written. */
export function partsArgument(argument: Json, keys: readonly string[], form: string): JsonObject {
  const parts = objectArgument(argument, form)
  const unknown = Object.keys(parts).find(key => !keys.includes(key) && key !== '$comment')
  if (unknown !== undefined) throw new Error(`There is no ${JSON.stringify(unknown)}: it takes ${form}.`)
  return parts
}
