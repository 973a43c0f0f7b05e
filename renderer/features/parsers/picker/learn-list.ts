import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { call, type OutputOf } from '../../../lib/client.ts'
import { trySchema } from '../api.ts'
import type { PageAtHand } from '../page/page-at-hand.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { pagePart, pickInput } from './api.ts'
import { type FrameTree, numbersAround } from './frame-tree.ts'

const LIST = 'items'

type InferredField = OutputOf<'parser-infer'>['fields'][number]

/** A list as it was learned from some of its items. */
export interface LearnedList {
  /** Null where the items have nothing in common that a rule could use. */
  rule: JsonObject | null
  score: number
  reasons: readonly string[]
  /** Its fields, their names without that of the list. */
  fields: readonly InferredField[]
  /** Why there is no rule. */
  problem: string | null
}

/** How a list looks on the page. */
export interface ListPreview {
  items: readonly Json[]
  /** Elements that hold one item each. */
  nodes: readonly number[]
  filled: Readonly<Record<string, number>>
  /** What is wrong with the rule, in which case there are no items. */
  problem: string | undefined
}

interface Examples {
  chosen: readonly number[]
  excluded: readonly number[]
}

/** Learns the list that chosen elements are of; without the items that excluded ones are or lie in. */
export const learnedListQuery = (page: PageAtHand, tree: FrameTree, examples: Examples) =>
  queryOptions({
    queryKey: ['learned-list', page.id, examples.chosen, examples.excluded],
    queryFn: ({ signal }) => learnList(page, tree, examples, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

async function learnList(page: PageAtHand, tree: FrameTree, examples: Examples, signal: AbortSignal) {
  const items = examples.chosen.map(node => ({ node }))
  const inferred = await call(
    'parser-infer',
    { pages: [{ ...pagePart(page), items }], list: LIST },
    { signal },
  )
  const list = learnedFrom(inferred)
  if (!list.rule || examples.excluded.length === 0) return list
  return withoutSome(page, tree, { ...list, rule: list.rule }, examples, signal)
}

function learnedFrom({ fields, missing }: OutputOf<'parser-infer'>): LearnedList {
  const list = fields.find(({ name }) => name === LIST)
  return {
    rule: (list?.rule as JsonObject | null) ?? null,
    score: list?.score ?? 0,
    reasons: list?.reasons ?? [],
    fields: fields
      .filter(({ name, rule, layout = 0 }) => name !== LIST && rule && layout === 0)
      .map(field => ({ ...field, name: field.name.slice(LIST.length + 1) })),
    problem: list?.rule ? null : (missing[0]?.reason ?? 'no rule finds them'),
  }
}

/** Narrows the selector of a list, so that it passes over items that do not belong. */
async function withoutSome(
  page: PageAtHand,
  tree: FrameTree,
  list: LearnedList & { rule: JsonObject },
  { chosen, excluded }: Examples,
  signal: AbortSignal,
): Promise<LearnedList> {
  const { nodes } = await previewList(page, list.rule, signal)
  const known = new Set(nodes)
  const itemOf = (number: number) => {
    const element = tree.element(number)
    return (element && numbersAround(element).find(one => known.has(one))) ?? number
  }
  const question = { chosen: chosen.map(itemOf), excluded: excluded.map(itemOf), within: null }
  const { selectors } = await call('parser-selectors', pickInput(page, question), { signal })
  const [best] = selectors
  if (!best || typeof list.rule.css !== 'string')
    return { ...list, problem: 'no selector tells them from the items that you chose' }
  const { css, score, reasons } = best
  return { ...list, rule: { ...list.rule, css }, score, reasons: [css, ...reasons] }
}

export const listPreviewQuery = (page: PageAtHand, rule: JsonObject) =>
  queryOptions({
    queryKey: ['list-preview', page.id, rule],
    queryFn: ({ signal }) => previewList(page, rule, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

async function previewList(page: PageAtHand, rule: JsonObject, signal: AbortSignal): Promise<ListPreview> {
  const schema = JSON.stringify({ fields: { [LIST]: withoutDuties(rule) } })
  const { data, trace, fields, problems } = await trySchema(schema, page.blob, signal)
  const entry = (trace as unknown as FieldTrace[]).find(({ field }) => field === LIST)
  const inner = Object.entries(fields).filter(([key]) => key.startsWith(`${LIST}.`))
  return {
    items: (data?.[LIST] as Json[] | null | undefined) ?? [],
    nodes: entry?.nodes ?? [],
    problem: problems[0]?.error,
    filled: Object.fromEntries(inner.map(([key, { filled }]) => [key.slice(LIST.length + 1), filled])),
  }
}

/** A preview is there to show what is missing, so nothing in it has to be there. */
function withoutDuties(rule: JsonObject): JsonObject {
  const { required: _, ...free } = rule
  if (!isRecord(free.fields)) return free
  const fields = Object.entries(free.fields).map(([name, inner]) => [
    name,
    isRecord(inner) ? withoutDuties(inner) : inner,
  ])
  return { ...free, fields: Object.fromEntries(fields) }
}
