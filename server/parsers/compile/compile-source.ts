import type { HtmlEngine, Selector } from '../../html/document.ts'
import { isMany } from '../expand-rule.ts'
import { numberTextReader, priceTextReader } from '../html/read-amount-text.ts'
import type { TableHeaders } from '../html/table-grid.ts'
import { parsePath } from '../json/json-path.ts'
import type { RuleObject, ValueType } from '../parser-schema.ts'
import { constSource } from '../sources/const-source.ts'
import { cssSource, itemSource, readMethod } from '../sources/css-source.ts'
import {
  jsonInSource,
  jsonLdSource,
  jsonSource,
  microdataSource,
  networkSource,
  scriptSource,
} from '../sources/json-source.ts'
import { metaSource } from '../sources/meta-source.ts'
import {
  headerSource,
  indexSource,
  parentSource,
  templateSource,
  urlSource,
} from '../sources/page-sources.ts'
import { regexSource } from '../sources/regex-source.ts'
import type { CompiledSource } from '../sources/source.ts'
import { columnSource, tableSource } from '../sources/table-source.ts'
import { xpathSource } from '../sources/xpath-source.ts'
import { splitCss } from '../split-css.ts'
import { localeOf } from '../values/locale.ts'
import { compilePattern } from '../values/pattern.ts'
import { compileXPath } from '../xpath/compile-xpath.ts'

type SourceCompiler<Key extends keyof RuleObject> = (
  value: NonNullable<RuleObject[Key]>,
  spec: SourceSpec,
) => CompiledSource

/** The parts of a rule from which its source is compiled. */
interface SourceSpec {
  rule: RuleObject
  engine: HtmlEngine
  /** The maximum number of places to find. */
  limit: number
  all: boolean
  /** The kind of amount that the text becomes: parts of an amount may be in separate elements. */
  amount: 'price' | 'number' | null
}

const COMPILERS = {
  css: compileCss,
  xpath: (xpath, spec) => xpathSource(xpath, compileXPath(xpath), readMethodOf(spec), spec.limit),
  regex: compileRegex,
  const: value => constSource(value),
  meta: (name, { all }) => metaSource(name, all),
  jsonld: (types, spec) => jsonLdSource([types].flat(), pathOptionsOf(spec)),
  microdata: (types, spec) => microdataSource([types].flat(), pathOptionsOf(spec)),
  script: (name, spec) => scriptSource(name, pathOptionsOf(spec)),
  network: (pattern, spec) => networkSource(pattern, pathOptionsOf(spec)),
  url: path => urlSource(parsePath(path)!),
  header: name => headerSource(name),
  table: compileTable,
  parent: path => parentSource(parsePath(path)!),
  index: first => indexSource(first),
  template: template => templateSource(template),
} satisfies { [Key in keyof RuleObject]?: SourceCompiler<Key> }

/** Compiles the source of a rule. A rule without a source reads the scope of the rule around it. */
export function compileSource(rule: RuleObject, engine: HtmlEngine, type?: ValueType): CompiledSource {
  const all = isMany(rule)
  const limit = all ? Number.POSITIVE_INFINITY : 1
  const spec: SourceSpec = { rule, engine, all, limit, amount: amountOf(rule, type) }
  if (rule.column !== undefined) return compileColumn(rule.column, spec)
  for (const [key, compile] of Object.entries(COMPILERS)) {
    const value = rule[key as keyof RuleObject]
    if (value !== undefined)
      return (compile as (value: unknown, spec: SourceSpec) => CompiledSource)(value, spec)
  }
  return rule.json === undefined ? itemSource(readMethodOf(spec)) : jsonSource(pathOptionsOf(spec))
}

const NUMBER_TYPES = new Set<unknown>(['number', 'integer', 'count', 'percent', 'range', 'duration'])

function amountOf({ transform = [] }: RuleObject, type: ValueType | undefined): SourceSpec['amount'] {
  const types = [type, ...transform]
  if (types.includes('price')) return 'price'
  const isDate = (type === 'date' || type === 'datetime') && transform.length === 0
  return isDate || types.some(one => NUMBER_TYPES.has(one)) ? 'number' : null
}

const pathOptionsOf = ({ rule, all }: SourceSpec) => ({
  path: parsePath(rule.path ?? rule.json ?? '') ?? [],
  all,
  fields: rule.fields !== undefined,
})

function readMethodOf({ rule, engine, amount }: SourceSpec, attribute?: string | null) {
  const remove = rule.remove === undefined ? null : engine.compile(rule.remove)
  const word = rule.read === undefined || isTally(rule.read) ? 'text' : rule.read
  if (attribute) return readMethod(`@${attribute}`, remove)
  if (amount === null || word !== 'text') return readMethod(word, remove)
  return readMethod(word, remove, amount === 'price' ? priceReader(rule) : numberTextReader)
}

const priceReader = ({ locale }: RuleObject) =>
  priceTextReader(locale === undefined ? undefined : localeOf(locale).decimal)

const isTally = (read: string) => read === 'count' || read === 'exists'

function compileCss(css: string, spec: SourceSpec): CompiledSource {
  const { selector, attribute } = splitCss(css)
  const method = readMethodOf(spec, attribute)
  const isJson = spec.rule.path !== undefined
  const limit = isJson ? Number.POSITIVE_INFINITY : spec.limit
  const source =
    selector === ''
      ? itemSource(method)
      : cssSource(selector, spec.engine.compile(selector), method, limit, untilOf(spec))
  return isJson ? jsonInSource(source, pathOptionsOf(spec)) : source
}

const untilOf = ({ rule, engine }: SourceSpec): Selector | null =>
  rule.until === undefined ? null : engine.compile(rule.until)

function compileRegex(text: string, spec: SourceSpec): CompiledSource {
  const { group, fields } = spec.rule
  const pattern = compilePattern(text)
  return regexSource({
    pattern,
    group,
    how: readMethodOf({ ...spec, amount: null }),
    fields: fields !== undefined,
    limit: spec.limit,
  })
}

function compileTable(css: string, { rule, engine, limit }: SourceSpec): CompiledSource {
  const headers: TableHeaders = rule.headers ?? 'auto'
  return tableSource(css, css.trim() === '' ? null : engine.compile(css), headers, limit)
}

function compileColumn(column: string | number, spec: SourceSpec): CompiledSource {
  const { selector, attribute } = splitCss(spec.rule.css ?? '')
  const inner =
    selector === '' ? null : { css: selector, selector: spec.engine.compile(selector) as Selector }
  return columnSource(column, inner, readMethodOf(spec, attribute), spec.limit)
}
