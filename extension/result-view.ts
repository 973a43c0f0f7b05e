import { type ParsedPage, usesOf } from '../renderer/lib/parsed-page.ts'
import type { OutputOf } from '../renderer/lib/service/client.ts'
import { createTables } from '../renderer/ui/answer/json-tables.ts'
import { counted } from '../renderer/ui/counted.ts'
import { element } from './element.ts'
import type { CallResult } from './service.ts'

const MAX_ROWS = 100
const MAX_CELL_LENGTH = 500

/**
 * Shows data as tables: single values first, then each list. Also shows the cost, what happened with the data, and why
 * values are missing.
 */
export const resultView = (
  data: Record<string, unknown>,
  { cost }: Pick<CallResult<unknown>, 'cost'>,
  parsed?: Pick<ParsedPage, 'nulls' | 'rows' | 'fixture_id'>,
): HTMLElement[] => [
  element('p', { role: 'status' }, [costText(cost), ...(parsed ? usesOf(parsed) : [])].join(' ')),
  ...valuesTable(data),
  ...listTables(data),
  ...(parsed?.nulls.length ? [missingValues(parsed.nulls)] : []),
]

/** Shows a page as text. */
export const textView = ({ value, cost }: CallResult<OutputOf<'page-read'>>): HTMLElement[] => [
  element('p', { role: 'status' }, costText(cost)),
  ...valuesTable({ title: value.title, author: value.author, published_at: value.published_at }),
  element('pre', {}, value.markdown ?? ''),
  ...(value.next === null ? [] : [element('p', { className: 'dim' }, 'This is the beginning of the text.')]),
]

function costText(cost: CallResult<unknown>['cost']): string {
  if (!cost || cost.used === 0) return 'Free.'
  return `${counted(cost.used, 'credit')}, ${cost.remaining.toLocaleString('en')} left.`
}

const isList = (value: unknown) =>
  Array.isArray(value) && value.some(one => typeof one === 'object' && one !== null)

function valuesTable(data: Record<string, unknown>): HTMLElement[] {
  const single = Object.entries(data).filter(([, value]) => !isList(value))
  if (!single.length) return []
  const rows = single.map(([name, value]) => element('tr', {}, element('th', {}, name), cell(value)))
  return [element('table', {}, element('tbody', {}, ...rows))]
}

function cell(value: unknown): HTMLElement {
  if (value === null || value === undefined) return element('td', { className: 'none' }, '–')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return element('td', { title: text }, text.slice(0, MAX_CELL_LENGTH))
}

function listTables(data: Record<string, unknown>): HTMLElement[] {
  const tables = createTables(data)
  return tables
    .heads()
    .map(({ path, count, columns }, index) =>
      element(
        'table',
        {},
        element(
          'caption',
          {},
          count > MAX_ROWS ? `${path}: the first ${MAX_ROWS} of ${count}` : `${path}: ${count}`,
        ),
        element('thead', {}, element('tr', {}, ...columns.map(({ name }) => element('th', {}, name)))),
        element(
          'tbody',
          {},
          ...tables
            .rows(index, 0, MAX_ROWS)
            .map(cells => element('tr', {}, ...cells.map(text => cell(text === '' ? null : text)))),
        ),
      ),
    )
}

const missingValues = (nulls: ParsedPage['nulls']) =>
  element(
    'details',
    { open: nulls.length <= 3 },
    element('summary', {}, `${counted(nulls.length, 'value')} missing`),
    element(
      'ul',
      {},
      ...nulls
        .slice(0, MAX_ROWS)
        .map(({ field, reason }) =>
          element('li', {}, element('strong', {}, field), element('span', {}, reason)),
        ),
    ),
  )
