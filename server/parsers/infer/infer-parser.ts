import type { DocumentNode } from '../../html/document.ts'
import type { PageInput } from '../page-view.ts'
import type { Fields, Json, ParserSchema, RuleObject } from '../parser-schema.ts'
import { type FieldFinding, inferField } from './infer-field.ts'
import { inFormsOf } from './letter-forms.ts'
import { type ItemExample, type ItemsOfPage, inferItems } from './lists/infer-items.ts'
import { type LearningPage, openPage } from './page/learning-page.ts'
import { nearestText } from './page/nearest-text.ts'
import { findNode, type NodeReference } from './page/node-name.ts'
import { subjectOf } from './page/subject.ts'
import type { Candidate } from './rules/candidate.ts'
import type { FieldCase } from './rules/case.ts'

/** A page and the values that are wanted from it. */
export interface ExamplePage {
  page: PageInput
  /**
   * The values as the page shows them: texts, numbers, null if the page has none, or a list for a field with several
   * values.
   */
  values: Record<string, Json>
  /** Two or more items of the list on it. */
  items: (NodeReference & { values?: Record<string, Json> | undefined })[]
}

/** What was found for one field. */
interface InferredField {
  /** `title`; `items.price` for a field of the list's items. */
  name: string
  /** The index of the list's rule, from 0, if its pages differ in layout. */
  layout?: number
  /** Null if nothing was found. */
  rule: RuleObject | null
  type: string
  score: number
  reasons: string[]
  alternatives: Candidate[]
}

/** A value that no rule finds. */
interface MissingValue {
  field: string
  /** The index of the page, from 0. */
  page: number
  wanted: Json
  reason: string
  /** The most similar text of the page. */
  nearest: string | null
}

/** What was learned from examples. */
export interface InferredParser {
  /** Null if nothing was found. */
  schema: ParserSchema | null
  fields: InferredField[]
  missing: MissingValue[]
  /** The number of items in the list, for each page with examples. */
  counts: { page: number; items: number }[]
}

/**
 * Learns a schema from pages and the values that are wanted from each. `list` names the field of the list. Pure and
 * deterministic: the same examples give the same schema.
 */
export function inferParser(examples: ExamplePage[], list: string): InferredParser {
  const normalized = examples.map(withPageForms)
  const pages = normalized.map(({ page }) => openPage(page))
  const names = [...new Set(normalized.flatMap(({ values }) => Object.keys(values)))]
  const subjects = pages.map((page, at) => subjectOf(page, normalized[at]!.values))
  const found = names.map(name => fieldOf(name, normalized, pages, subjects))
  const items = itemsOf(normalized, pages, list)
  const rules = [...found.map(({ shown }) => shown), ...items.list].flatMap(({ name, rule }) =>
    rule ? [[name, rule]] : [],
  )
  return {
    schema: rules.length > 0 ? { fields: Object.fromEntries(rules) as Fields } : null,
    fields: [...found.map(({ shown }) => shown), ...items.list, ...items.fields],
    missing: [...found.flatMap(({ missing }) => missing), ...items.missing],
    counts: items.counts,
  }
}

const withPageForms = ({ page, values, items }: ExamplePage): ExamplePage => ({
  page,
  values: inFormsOf(page, values),
  items: items.map(item => (item.values ? { ...item, values: inFormsOf(page, item.values) } : item)),
})

function fieldOf(name: string, examples: ExamplePage[], pages: LearningPage[], subjects: (string | null)[]) {
  const cases = examples.flatMap(({ values }, at): FieldCase[] =>
    Object.hasOwn(values, name)
      ? [{ page: pages[at]!, at, node: null, wanted: values[name]!, subject: subjects[at]! }]
      : [],
  )
  const finding = inferField(name, cases)
  return { shown: describeField(name, finding), missing: missingOf(name, finding, cases) }
}

const describeField = (
  name: string,
  { rule, type, score, reasons, alternatives }: FieldFinding,
): InferredField => ({
  name,
  rule,
  type,
  score,
  reasons,
  alternatives,
})

function missingOf(field: string, { rule, right }: FieldFinding, cases: FieldCase[]): MissingValue[] {
  return cases
    .filter((_, index) => !right[index])
    .map(({ page, at, wanted }) => ({
      field,
      page: at,
      wanted,
      reason: rule
        ? 'no rule that is right on the other pages says exactly this here'
        : 'no element, attribute or data of the page says exactly this',
      nearest: typeof wanted === 'string' ? nearestText(page, wanted) : null,
    }))
}

function itemsOf(examples: ExamplePage[], pages: LearningPage[], list: string) {
  const itemsOfPages = examples.flatMap(({ items }, at): ItemsOfPage[] =>
    items.length > 0
      ? [
          {
            page: pages[at]!,
            at,
            examples: items.map((one, index) => exampleOf(one, pages[at]!, `pages[${at}].items[${index}]`)),
          },
        ]
      : [],
  )
  if (itemsOfPages.length === 0) return { list: [], fields: [], missing: [], counts: [] }
  const { rule, score, reasons, fields, counts, problems } = inferItems(itemsOfPages)
  const pageProblems = problems.map(({ at, reason }) => ({
    field: list,
    page: at,
    wanted: null,
    reason,
    nearest: null,
  }))
  return {
    list: [{ name: list, rule, type: 'list', score, reasons, alternatives: [] }],
    fields: fields.map(({ name, finding, layout }) => ({
      ...describeField(`${list}.${name}`, finding),
      ...(rule?.any && { layout }),
    })),
    missing: [
      ...pageProblems,
      ...fields.flatMap(({ name, finding, cases }) => missingOf(`${list}.${name}`, finding, cases)),
    ],
    counts: counts.map(({ at, items }) => ({ page: at, items })),
  }
}

function exampleOf(item: ExamplePage['items'][number], page: LearningPage, field: string): ItemExample {
  if (item.values) return { values: item.values }
  return { node: findNode(page, item, field) as DocumentNode }
}
