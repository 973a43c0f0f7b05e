import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { call, type OutputOf } from '../../../lib/service/client.ts'
import { trySchema } from '../api.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { pageInput, pickInput } from './api.ts'
import { type FrameTree, itemOf } from './frame-tree.ts'

const LIST_NAME = 'items'

type InferredField = OutputOf<'parser-infer'>['fields'][number]

/** A list that was learned from some of its items. */
export interface LearnedList {
  /** Null if no rule fits all items. */
  rule: JsonObject | null
  score: number
  reasons: readonly string[]
  /** Its fields, named without the list's prefix. */
  fields: readonly InferredField[]
  /** Why no rule was found. */
  problem: string | null
}

/** The result of a list on the page. */
export interface ListPreview {
  items: readonly Json[]
  /** The element of each item. */
  nodes: readonly number[]
  filled: Readonly<Record<string, number>>
  /** The problem of the rule. With a problem, there are no items. */
  problem: string | undefined
}

interface Examples {
  chosen: readonly number[]
  excluded: readonly number[]
}

/** The query that learns the list that contains the chosen elements, without the items of the excluded elements. */
export const learnedListQuery = (page: OpenPage, tree: FrameTree, examples: Examples) =>
  queryOptions({
    queryKey: ['learned-list', page.id, examples.chosen, examples.excluded],
    queryFn: ({ signal }) => learnList(page, tree, examples, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

async function learnList(page: OpenPage, tree: FrameTree, examples: Examples, signal: AbortSignal) {
  const items = examples.chosen.map(node => ({ node }))
  const inferred = await call(
    'parser-infer',
    { pages: [{ ...pageInput(page), items }], list: LIST_NAME },
    { signal },
  )
  const list = learnedFrom(inferred)
  if (!list.rule || examples.excluded.length === 0) return list
  return withoutExcluded(page, tree, { ...list, rule: list.rule }, examples, signal)
}

function learnedFrom({ fields, missing }: OutputOf<'parser-infer'>): LearnedList {
  const list = fields.find(({ name }) => name === LIST_NAME)
  return {
    rule: (list?.rule as JsonObject | null) ?? null,
    score: list?.score ?? 0,
    reasons: list?.reasons ?? [],
    fields: fields
      .filter(({ name, rule, layout = 0 }) => name !== LIST_NAME && rule && layout === 0)
      .map(field => ({ ...field, name: field.name.slice(LIST_NAME.length + 1) })),
    problem: list?.rule ? null : (missing[0]?.reason ?? 'no rule finds them all'),
  }
}

/** Narrows the selector of a list so that it skips the excluded items. */
async function withoutExcluded(
  page: OpenPage,
  tree: FrameTree,
  list: LearnedList & { rule: JsonObject },
  { chosen, excluded }: Examples,
  signal: AbortSignal,
): Promise<LearnedList> {
  const { nodes } = await previewList(page, list.rule, signal)
  const items = new Set(nodes)
  const areRanges = list.rule.until !== undefined
  const itemAt = (number: number) => {
    const element = tree.element(number)
    return (element && itemOf(element, items, areRanges)) ?? number
  }
  const selection = { chosen: chosen.map(itemAt), excluded: excluded.map(itemAt), within: null }
  const { selectors } = await call('parser-selectors', pickInput(page, selection), { signal })
  const [best] = selectors
  if (!best || typeof list.rule.css !== 'string')
    return { ...list, problem: 'no selector separates the excluded items from the others' }
  const { css, score, reasons } = best
  return { ...list, rule: { ...list.rule, css }, score, reasons: [css, ...reasons] }
}

export const listPreviewQuery = (page: OpenPage, rule: JsonObject) =>
  queryOptions({
    queryKey: ['list-preview', page.id, rule],
    queryFn: ({ signal }) => previewList(page, rule, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

async function previewList(page: OpenPage, rule: JsonObject, signal: AbortSignal): Promise<ListPreview> {
  const schema = JSON.stringify({ fields: { [LIST_NAME]: withoutRequired(rule) } })
  const { data, trace, fields, problems } = await trySchema(schema, page, signal)
  const entry = (trace as unknown as FieldTrace[]).find(({ field }) => field === LIST_NAME)
  const inner = Object.entries(fields).filter(([key]) => key.startsWith(`${LIST_NAME}.`))
  return {
    items: (data?.[LIST_NAME] as Json[] | null | undefined) ?? [],
    nodes: entry?.nodes ?? [],
    problem: problems[0]?.error,
    filled: Object.fromEntries(inner.map(([key, { filled }]) => [key.slice(LIST_NAME.length + 1), filled])),
  }
}

/** Makes all fields optional, so that the preview can show what is missing. */
function withoutRequired(rule: JsonObject): JsonObject {
  const { required: _, ...optionalRule } = rule
  if (!isRecord(optionalRule.fields)) return optionalRule
  const fields = Object.entries(optionalRule.fields).map(([name, inner]) => [
    name,
    isRecord(inner) ? withoutRequired(inner) : inner,
  ])
  return { ...optionalRule, fields: Object.fromEntries(fields) }
}
