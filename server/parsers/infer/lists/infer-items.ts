import type { DocumentNode } from '../../../html/document.ts'
import type { Json, RuleObject } from '../../parser-schema.ts'
import { isBlank } from '../../values/reading.ts'
import { type FieldFinding, inferField } from '../infer-field.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { ancestorsOf } from '../page/nodes.ts'
import type { FieldCase } from '../rules/case.ts'
import { elementWithValues, itemsAround } from './item-roots.ts'
import { type ItemSelector, itemSelectors } from './item-selector.ts'
import { type ItemPlace, type ListSource, placesIn } from './list-places.ts'
import { proposeFields } from './propose-fields.ts'
import { rangeSelector } from './range-items.ts'
import { selectorOfAllRows } from './split-items.ts'

/** An example of an item, given by an element inside it or by its values. */
export type ItemExample = { node: DocumentNode } | { values: Record<string, Json> }

/** The examples of one page. */
export interface ItemsOfPage {
  page: LearningPage
  at: number
  examples: ItemExample[]
}

/** The result for a list. */
interface ItemsFinding {
  rule: RuleObject | null
  score: number
  reasons: string[]
  /** The fields of its items with the result for each, for each layout of the pages. */
  fields: { name: string; finding: FieldFinding; cases: FieldCase[]; layout: number }[]
  /** The number of items that the rule finds on each page with examples. */
  counts: { at: number; items: number }[]
  /** Why a page has no rule, by page. */
  problems: { at: number; reason: string }[]
}

/** The pages whose items the same selector finds. */
interface LayoutGroup extends ItemSelector {
  found: { one: ItemsOfPage; items: ItemPlace[]; all: ItemPlace[] }[]
}

/** Finds the rule of a list from two or more of its items on each page. Pages that differ in layout get separate rules. */
export function inferItems(pages: ItemsOfPage[]): ItemsFinding {
  const groups: LayoutGroup[] = []
  const problems: ItemsFinding['problems'] = []
  for (const one of pages) {
    const seeds = seedsOf(one)
    const reason = typeof seeds === 'string' ? seeds : joinGroup(groups, one, seeds)
    if (reason) problems.push({ at: one.at, reason })
  }
  return findingOf(groups.map(ruleOf), groups, problems)
}

function seedsOf({ page, at, examples }: ItemsOfPage): DocumentNode[] | string {
  if (examples.length < 2) return 'two items are needed to find what they have in common'
  const seeds = examples.map(pageItems =>
    'node' in pageItems ? pageItems.node : elementWithValues(page, at, pageItems.values),
  )
  const missing = seeds.indexOf(null)
  return missing < 0 ? (seeds as DocumentNode[]) : `no element holds all values of item ${missing + 1}`
}

/** Adds a page to the group whose selector finds its items, or creates a group. Returns a reason if neither is possible. */
function joinGroup(groups: LayoutGroup[], pageItems: ItemsOfPage, seeds: DocumentNode[]): string | null {
  for (const group of groups) {
    const found = findItems(group.source, pageItems, seeds)
    if (found) {
      group.found.push(found)
      return null
    }
  }
  const found = itemsAround(pageItems.page.html, seeds)
  const items = found && distinctItems(pageItems, found)
  if (!items) return joinRanges(groups, pageItems)
  const [selector] = itemSelectors(pageItems.page, items)
  const allRows = pageItems.examples.some(isClicked)
    ? selectorOfAllRows(pageItems.page, items, selector)
    : null
  for (const candidate of [allRows, selector]) {
    const found = candidate && findItems(candidate.source, pageItems, items)
    if (found) {
      groups.push({ ...candidate, found: [found] })
      return null
    }
  }
  return 'the items given have no selector in common'
}

const isClicked = (example: ItemExample) => 'node' in example

/**
 * Counts several clicked elements of the same item once. Returns null if the values of several items are inside one item,
 * or if all clicked elements are.
 */
function distinctItems<Item>({ examples }: ItemsOfPage, items: Item[]): Item[] | null {
  const distinct = [...new Set(items)]
  const isSeveral = examples.some(isClicked) ? distinct.length > 1 : distinct.length === items.length
  return isSeveral ? distinct : null
}

/** The same for items without an element of their own. */
function joinRanges(groups: LayoutGroup[], pageItems: ItemsOfPage): string | null {
  const values = pageItems.examples.flatMap(example => ('values' in example ? [example.values] : []))
  if (values.length < pageItems.examples.length) return 'the items given lie in one another'
  const selector = rangeSelector(pageItems.page, pageItems.at, values)
  if (!selector) return 'one element holds several of the items given, and nothing tells where each begins'
  const group = groups.find(({ source }) => findItems(source, pageItems, selector.heads))
  const { source } = group ?? selector
  const found = findItems(source, pageItems, selector.heads)
  if (!found) return 'the items given have no selector in common'
  if (group) group.found.push(found)
  else groups.push({ ...selector, found: [found] })
  return null
}

function findItems(
  source: ListSource,
  one: ItemsOfPage,
  seeds: DocumentNode[],
): LayoutGroup['found'][number] | null {
  const { html } = one.page
  const all = placesIn(one.page, source)
  const byNode = new Map(all.map(place => [place.node, place]))
  const headOf = headsOf(all)
  const items = seeds.map(seed =>
    [seed, ...ancestorsOf(html, seed, null)]
      .map(node => headOf.get(node) ?? node)
      .find(node => byNode.has(node)),
  )
  const distinct = items.includes(undefined) ? null : distinctItems(one, items)
  return distinct && { one, items: distinct.map(item => byNode.get(item!)!), all }
}

/** Maps each part of an item that continues after its element to that element. */
const headsOf = (places: ItemPlace[]) =>
  new Map(places.flatMap(({ node, range }) => (range?.parts ?? []).map(part => [part, node] as const)))

interface GroupRule {
  rule: RuleObject
  fields: Omit<ItemsFinding['fields'][number], 'layout'>[]
}

function ruleOf(group: LayoutGroup): GroupRule {
  const examples = exampleItemsOf(group)
  const names = [...new Set(examples.flatMap(({ values }) => Object.keys(values)))]
  const others = group.found.flatMap(({ one, all }) =>
    all.slice(0, 30).map(place => ({ page: one.page, at: one.at, ...place, wanted: null })),
  )
  const fields = names.map(name => {
    const cases = examples
      .filter(({ values }) => name in values)
      .map(({ place, values }) => ({ ...place, wanted: values[name]! }))
    return { name, finding: inferField(name, cases, others), cases }
  })
  const rules = fields.flatMap(({ name, finding: { rule } }) => (rule ? [[name, rule]] : []))
  return { rule: { ...group.source, all: true, fields: Object.fromEntries(rules) }, fields }
}

interface ExampleItem {
  place: Omit<FieldCase, 'wanted'>
  values: Record<string, Json>
}

/** Returns the values of the given items. If they were clicked, the values are those of proposed fields. */
function exampleItemsOf({ found }: LayoutGroup): ExampleItem[] {
  return found.flatMap(({ one, items, all }) => {
    const locate = (item: ItemPlace) => ({ page: one.page, at: one.at, ...item })
    if (!one.examples.some(isClicked))
      return one.examples.map((example, index) => ({
        place: locate(items[index]!),
        values: 'values' in example ? example.values : {},
      }))
    const proposals = proposeFields(one.page, items[0]!, all)
    const ordered = [items[0]!, ...all.filter(item => item !== items[0])].slice(0, 12)
    return ordered.map((item, index) => ({
      place: locate(item),
      values: Object.fromEntries(
        proposals.map(({ name, values }) => [name, isBlank(values[index]) ? null : values[index]!]),
      ),
    }))
  })
}

function findingOf(
  rules: GroupRule[],
  groups: LayoutGroup[],
  problems: ItemsFinding['problems'],
): ItemsFinding {
  const isFilled = ({ rule }: GroupRule) => Object.keys(rule.fields!).length > 0
  const filled = rules.filter(isFilled)
  const ordered = [...filled, ...rules.filter(rule => !isFilled(rule))]
  const rule = filled.length > 1 ? { any: filled.map(({ rule }) => rule) } : (filled[0]?.rule ?? null)
  const score = groups.length ? Math.min(...groups.map(one => one.score)) - (groups.length > 1 ? 0.05 : 0) : 0
  return {
    rule,
    score: Math.round(score * 100) / 100,
    reasons: groups.flatMap(({ source, reasons }) => [Object.values(source)[0]!, ...reasons]),
    fields: ordered.flatMap(({ fields }, layout) => fields.map(field => ({ ...field, layout }))),
    counts: groups.flatMap(({ found }) => found.map(({ one, all }) => ({ at: one.at, items: all.length }))),
    problems,
  }
}
