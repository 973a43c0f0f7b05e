import { decodeHTML } from 'entities/decode'
import { counted } from '../../base/counted.ts'
import type { HtmlEngine } from '../../html/document.ts'
import { bestOfSrcset, urlOfStyle } from '../html/image-addresses.ts'
import { readText } from '../html/read-text.ts'
import { explainPath } from '../json/explain-path.ts'
import { parsePath, readPath } from '../json/json-path.ts'
import { parseLenient } from '../json/lenient-json.ts'
import type { Json, ValueType } from '../parser-schema.ts'
import { compileCondition } from './conditions.ts'
import { convert } from './convert.ts'
import { productOf, roundTo } from './decimals.ts'
import { LIST_TRANSFORMS } from './list-transforms.ts'
import { makeRegex, makeRegexAll, makeReplace, makeSplit } from './pattern-transforms.ts'
import { readWholeUrl } from './read-url.ts'
import { describeValue, noValue, type ReadResult } from './reading.ts'
import { insideHtml } from './select-inside.ts'
import {
  objectArgument,
  ofNumber,
  ofText,
  ofValue,
  partsArgument,
  type TextResult,
  type Transform,
  textArgument,
  toResult,
} from './transform.ts'
import { shapeOf, type TransformShape } from './transform-shapes.ts'

type TransformFactory = (argument: Json) => Transform

/** The first letter of a word, which may have accents and apostrophes inside. */
const FIRST_LETTER = /(?<![\p{L}\p{N}\p{M}]['’]?)\p{L}/gu

/** A ligature or `ß` at the start of a word becomes a capital and a small letter: `Ss`. */
const toCapital = (letter: string, locale: string): string =>
  letter.toLocaleUpperCase(locale).replace(/(?<=^.)\p{L}+$/u, rest => rest.toLowerCase())

const inTitleCase = (text: string, locale: string): string =>
  text.toLocaleLowerCase(locale).replace(FIRST_LETTER, letter => toCapital(letter, locale))

const convertTo = (type: ValueType): Transform =>
  ofValue((value, { page, settings }) => convert(value, type, settings, page))

/** Transforms that take no argument. */
export const PLAIN_TRANSFORMS: Readonly<Record<string, Transform>> = {
  trim: ofText(text => text.trim()),
  collapse: ofText(text => text.replace(/\s+/g, ' ').trim()),
  lower: ofText((text, { settings }) => text.toLocaleLowerCase(settings.locale ?? 'en')),
  upper: ofText((text, { settings }) => text.toLocaleUpperCase(settings.locale ?? 'en')),
  title: ofText((text, { settings }) => inTitleCase(text, settings.locale ?? 'en')),
  strip_tags: ofText((text, { engine }) => textIn(text, engine)),
  decode_entities: ofText(text => text.replace(/&#?\w{1,32};/g, entity => decodeHTML(entity))),
  url_decode: ofText(text =>
    tryDecode(() => decodeURIComponent(text.replaceAll('+', ' ')), 'it is not url-encoded'),
  ),
  url_encode: ofText(text => encodeURIComponent(text.toWellFormed())),
  base64_decode: ofText(text =>
    tryDecode(
      () =>
        new TextDecoder('utf-8', { fatal: true }).decode(
          // Tokens and addresses use the alphabet that needs no escaping.
          Uint8Array.from(atob(text.trim().replaceAll('-', '+').replaceAll('_', '/')), char =>
            char.charCodeAt(0),
          ),
        ),
      'it is not base64 of a text',
    ),
  ),
  parse_json: ofText(text => valueOrReason(parseLenient(text), 'it is no JSON object or list')),
  absolute_url: ofText((text, { page }) => readWholeUrl(text, page.base())),
  srcset: ofText(text => bestOfSrcset(text) ?? noValue('it holds no address')),
  css_url: ofText(text => urlOfStyle(text) ?? noValue('it holds no url(…)')),
  abs: ofNumber(Math.abs),
  number: convertTo('number'),
  integer: convertTo('integer'),
  price: convertTo('price'),
  date: convertTo('date'),
  datetime: convertTo('datetime'),
  ...LIST_TRANSFORMS,
}

const withText =
  (make: (text: string) => Transform): TransformFactory =>
  argument =>
    make(textArgument(argument))

/** Transforms that take an argument. Each throws an Error if the argument has the wrong type. */
export const ARGUMENT_TRANSFORMS: Readonly<Record<string, TransformFactory>> = {
  prefix: withText(prefix => ofText(text => prefix + text)),
  suffix: withText(suffix => ofText(text => text + suffix)),
  replace: makeReplace,
  regex: makeRegex,
  regex_all: makeRegexAll,
  select: makeSelect,
  select_all: makeSelectAll,
  split: makeSplit,
  slice: makeSlice,
  join: withText(glue => ofValue(value => toResult(textsOf(value).join(glue)))),
  nth: makeNth,
  map: makeMap,
  path: makePath,
  query_param: withText(name =>
    ofText((text, { page }) => {
      const url = URL.parse(text, page.base() ?? 'http://none.invalid')
      return url?.searchParams.get(name) ?? noValue('the address has no such parameter')
    }),
  ),
  template: makeTemplate,
  multiply: argument => {
    const factor = numberArgument(argument)
    return ofNumber(number => productOf(number, factor))
  },
  round: argument => {
    const digits = wholeArgument(argument)
    return ofNumber(number => roundTo(number, digits))
  },
  if: makeIf,
}

export interface CompiledTransform extends Transform {
  name: string
  shape: TransformShape
}

/** Compiles a transform: a name, or an object of a name and its argument. Throws an Error that says what is wrong. */
export function compileTransform(transform: Json): CompiledTransform {
  const [name, argument] = typeof transform === 'string' ? [transform] : onlyEntry(transform)
  const make = Object.hasOwn(ARGUMENT_TRANSFORMS, name) ? ARGUMENT_TRANSFORMS[name] : undefined
  const plain = Object.hasOwn(PLAIN_TRANSFORMS, name) ? PLAIN_TRANSFORMS[name] : undefined
  if (!make && !plain) throw new Error(`There is no transform ${JSON.stringify(name)}.`)
  const shape = shapeOf(name)
  if (plain && argument === undefined) return { name, shape, ...plain }
  if (!make) throw new Error(`${JSON.stringify(name)} takes no argument.`)
  if (argument === undefined) throw new Error(`${JSON.stringify(name)} needs an argument.`)
  return { name, shape, ...make(argument) }
}

function onlyEntry(transform: Json): [string, Json] {
  const entries =
    transform !== null && typeof transform === 'object' && !Array.isArray(transform)
      ? Object.entries(transform).filter(([name]) => name !== '$comment')
      : []
  if (entries.length !== 1)
    throw new Error('A transform is a name, or an object of one name and its argument.')
  return entries[0]!
}

function numberArgument(argument: Json): number {
  if (typeof argument !== 'number') throw new Error('It takes a number.')
  return argument
}

function wholeArgument(argument: Json): number {
  if (!Number.isSafeInteger(argument) || Math.abs(argument as number) > 100)
    throw new Error('It takes a whole number up to 100.')
  return argument as number
}

function makeNth(argument: Json): Transform {
  const index = wholeArgument(argument)
  return ofValue(value =>
    valueOrReason(itemsOf(value).at(index), `the list has ${counted(itemsOf(value).length, 'item')}`),
  )
}

const textsOf = (value: Json) => itemsOf(value).filter(item => item !== null && typeof item !== 'object')

const itemsOf = (value: Json): Json[] => (Array.isArray(value) ? value : [value])

/** `[start]` or `[start, end]`; negative indices count from the end. */
function makeSlice(argument: Json): Transform {
  const bounds = Array.isArray(argument) ? argument : [argument]
  if (bounds.length > 2 || !bounds.every(bound => Number.isSafeInteger(bound)))
    throw new Error('It takes one or two whole numbers.')
  const [start, end] = bounds as [number, number?]
  return ofText(text => [...text].slice(start, end).join(''))
}

const PLACEHOLDER = /\$\{[^}]*\}|\{\{[^}]*\}\}/g
const OTHER_FIELDS = 'To join fields, give a field of its own the source "template".'

/** A text in which `${value}` stands for the value. Other fields are not known here. */
function makeTemplate(argument: Json): Transform {
  const template = textArgument(argument)
  const other = template.match(PLACEHOLDER)?.find(sign => sign !== '${value}')
  if (other !== undefined)
    throw new Error(`The value is "\${value}"; ${JSON.stringify(other)} stands for nothing. ${OTHER_FIELDS}`)
  return ofText(text => template.replaceAll('${value}', () => text))
}

/** Maps texts to values; `*` stands for every other text. */
function makeMap(argument: Json): Transform {
  const table = objectArgument(argument)
  return ofText(text => {
    if (Object.hasOwn(table, text)) return { value: table[text]! }
    return Object.hasOwn(table, '*')
      ? { value: table['*']! }
      : noValue(`${describeValue(text)} is not in the map`)
  })
}

function makePath(argument: Json): Transform {
  const path = parsePath(textArgument(argument))
  if (!path) throw new Error('It takes a path.')
  return ofValue(value =>
    valueOrReason(
      readPath(value, path).find(hit => hit !== undefined && hit !== null),
      explainPath(value, path),
    ),
  )
}

const IF_KEYS = ['when', 'do', 'else']
const IF_FORM = '{"when": …, "do": […], "else": […]}'

/** `{when, do, else}`: a condition and transforms. Without `else`, the value is unchanged. */
function makeIf(argument: Json): Transform {
  const { when, do: then = [], else: otherwise = [] } = partsArgument(argument, IF_KEYS, IF_FORM)
  const holds = compileCondition(when ?? null)
  const thenTransforms = itemsOf(then).map(compileTransform)
  const elseTransforms = itemsOf(otherwise).map(compileTransform)
  if ([...thenTransforms, ...elseTransforms].some(({ shape }) => shape !== 'each'))
    throw new Error('Inside "if" a value stays one value.')
  return ofValue((value, context) => {
    let result: ReadResult = { value }
    for (const { apply } of holds(value) ? thenTransforms : elseTransforms) {
      if (result.value !== null) result = apply(result.value, context)
    }
    return result
  })
}

function makeSelect(argument: Json): Transform {
  const find = insideHtml(textArgument(argument), 1)
  return ofText((html, { engine }) => find(html, engine)[0] ?? noValue('nothing in it matches'))
}

function makeSelectAll(argument: Json): Transform {
  const find = insideHtml(textArgument(argument), Number.POSITIVE_INFINITY)
  return ofValue((html, { engine }) =>
    typeof html === 'string' ? { value: find(html, engine) } : noValue(`${describeValue(html)}, not a text`),
  )
}

const valueOrReason = (value: Json | undefined, reason: string): ReadResult =>
  value === undefined || value === null ? noValue(reason) : { value }

function textIn(markup: string, engine: HtmlEngine): string {
  const html = engine.parse(markup)
  return readText(html, html.root)
}

function tryDecode(decode: () => string, reason: string): TextResult {
  try {
    return decode()
  } catch {
    return noValue(reason)
  }
}
