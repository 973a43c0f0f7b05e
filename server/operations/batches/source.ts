import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { columnNamed } from '../../databases/read-filters.ts'
import type { DatabaseRecord } from '../../store/databases/databases.ts'
import { createCoercion } from '../coerce.ts'
import { selectionFields, selectionOf } from '../databases/selection.ts'
import { idField } from '../fields.ts'
import { fieldBelow, type Target } from '../jobs/targets.ts'
import { type LinksFrom, linksFrom } from '../pages/link-choice.ts'
import { readPageLinks } from '../pages/page-links.ts'
import type { PageReader } from '../pages/page-to-read.ts'
import type { Services } from '../services.ts'
import type { RawItem } from './items.ts'
import { MAX_ITEMS, MAX_ITEMS_TEXT } from './shapes.ts'

const itemsFromFields = {
  database_id: idField('database').optional(),
  column: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The column whose values are the input.')
    .meta({ title: 'Column' }),
  links: linksFrom
    .optional()
    .describe('In place of a database: the links of a page or sitemap, as `POST /v1/pages/links` lists them.')
    .meta({ title: 'Links of a page', 'x-advanced': true }),
  field: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The field of the input that they are; that of the column’s name, or `url`, or else the first.')
    .meta({ title: 'Input field' }),
  ...selectionFields,
  limit: z
    .int()
    .min(1)
    .max(MAX_ITEMS)
    .optional()
    .describe('Maximum rows to take, in the order in which they were first seen; or maximum links.')
    .meta({ title: 'Maximum rows' }),
}

/** The input field for the rows or links that become items. */
export const itemsFrom = z.strictObject(itemsFromFields).superRefine(needOneOrigin)

export type ItemsFrom = z.output<typeof itemsFrom>

/** Items from the links of a page. Other items come from rows, and have a database and a column. */
type ItemsFromLinks = ItemsFrom & { links: LinksFrom }

export const isOfLinks = (from: ItemsFrom): from is ItemsFromLinks => from.links !== undefined

type ItemSources = { database_id?: unknown; column?: unknown; links?: unknown }

function needOneOrigin({ database_id, column, links }: ItemSources, context: z.RefinementCtx): void {
  const isOfRows = database_id !== undefined || column !== undefined
  const missing = database_id === undefined ? 'database_id' : 'column'
  if (links === undefined && (database_id === undefined || column === undefined))
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: `\`items_from.${missing}\` is missing.`,
      params: { hint: 'Name a database and its column, or the page whose links are the items as `links`.' },
    })
  else if (links !== undefined && isOfRows)
    context.addIssue({
      code: 'custom',
      path: ['links'],
      message: 'Give either `links`, or `database_id` with `column`.',
      params: { hint: 'links: a page or sitemap; database_id: a database whose rows hold the inputs.' },
    })
}

/** The input fields for the items of a batch; exactly one is given. */
export const itemFields = {
  items: z
    .array(z.unknown().meta({ type: 'object' }))
    .min(1)
    .max(MAX_ITEMS)
    .optional()
    .describe('`{"custom_id"?: …, "input": {…}}`: `{"url": …}` for a parser, the parameters for an API.')
    .meta({ title: 'Items' }),
  items_from: itemsFrom
    .optional()
    .describe('In place of `items`: rows of a database, whose ids name the items, or links of a page.')
    .meta({ title: 'Items from a database or page' }),
}

/** Adds an issue unless exactly one source of items is given. */
export function needOneSource(
  { items, items_from }: { items?: unknown; items_from?: unknown },
  context: z.RefinementCtx,
): void {
  if ((items === undefined) !== (items_from === undefined)) return
  context.addIssue({
    code: 'custom',
    path: ['items'],
    message: 'Give exactly one of `items` and `items_from`.',
    params: {
      hint: 'items: the items themselves; items_from: the database, or the page of links, that holds their inputs.',
    },
  })
}

const ITEMS_FROM_FIELD = 'items_from'

/**
 * Returns an item for each selected row, named by the id of the row. An item without a value is rejected later. Throws 400 if
 * the column or a condition does not fit, or if no row or too many rows are selected.
 */
export async function itemsOfColumn(
  { store }: Pick<Services, 'store'>,
  database: DatabaseRecord,
  target: Target,
  from: ItemsFrom,
): Promise<RawItem[]> {
  const { column, selection } = resolveItemsFrom(database, from)
  const field = fieldFor(target, from, column)
  const coerce = createCoercion(target.input)
  const items: RawItem[] = []
  for await (const { id, data } of store.rowList.all(database, selection)) {
    const value = data[column] ?? null
    items.push({ custom_id: id, input: value === null ? {} : coerce({ [field]: String(value) }) })
    if (items.length === from.limit) break
    if (items.length > MAX_ITEMS) throw tooMany('rows')
  }
  if (!items.length) throw noRow()
  return items
}

/** Returns the column and the selection of rows. Throws 400 if the column or a condition does not fit the database. */
export function resolveItemsFrom(database: DatabaseRecord, from: ItemsFrom) {
  try {
    const { name, type } = columnNamed(database.columns, from.column!, 'column')
    if (type === 'json') throw notPlain(name)
    return { column: name, selection: selectionOf(database, from) }
  } catch (error) {
    throw fieldBelow(ITEMS_FROM_FIELD, error)
  }
}

/** Returns the input field that gets the values. Throws 400 for a field that the target does not have. */
function fieldFor({ input }: Target, { field }: ItemsFrom, usual: string): string {
  const names = Object.keys(input.shape)
  if (field === undefined) return names.includes(usual) ? usual : names[0]!
  if (names.includes(field)) return field
  throw new AppError('invalid_input', `The input has no field \`${field}\`.`, {
    field: `${ITEMS_FROM_FIELD}.field`,
    hint: `Its fields are: ${names.join(', ')}.`,
  })
}

/** Throws 400 if the URL of a page of links shows that it cannot be fetched. */
export function checkLinks({ fetcher }: Pick<Services, 'fetcher'>, { links }: ItemsFromLinks): void {
  try {
    fetcher.checkAddress(links.url)
  } catch (error) {
    throw fieldBelow(`${ITEMS_FROM_FIELD}.links`, error)
  }
}

/** Items from links. Free if the page came from the cache. */
interface LinkItems {
  items: RawItem[]
  /** Credits for reading the links. */
  cost: number
  /**
   * Some links are missing: the page has more links, or its sitemap index more sitemaps, than are read, or a sitemap could
   * not be read.
   */
  isCut: boolean
}

/**
 * Returns an item for each selected link. Throws the errors of reading the page, and 400 if no link or too many links are
 * selected.
 */
export async function itemsOfLinks(
  services: Services,
  target: Target,
  from: ItemsFromLinks,
  reader: PageReader,
): Promise<LinkItems> {
  const field = fieldFor(target, from, 'url')
  const wanted = { ...from.links, html: undefined, charset: undefined }
  const { links, sitemaps, isComplete, isNew } = await readPageLinks({ services, wanted, reader }).catch(
    error => {
      throw fieldBelow(`${ITEMS_FROM_FIELD}.links`, error)
    },
  )
  const selectedLinks = links.slice(0, from.limit)
  if (!selectedLinks.length) throw noLink()
  if (selectedLinks.length > MAX_ITEMS) throw tooMany('links')
  const coerce = createCoercion(target.input)
  return {
    items: selectedLinks.map(({ url }) => ({ input: coerce({ [field]: url }) })),
    cost: isNew ? services.settings.values.price_scrape : 0,
    isCut: !isComplete || sitemaps.some(({ error }) => error !== null),
  }
}

const notPlain = (column: string) =>
  new AppError('invalid_input', `\`${column}\` holds JSON, which cannot be an input.`, {
    field: 'column',
    hint: 'Use a column of text, numbers or booleans.',
  })

const noRow = () =>
  new AppError('invalid_input', 'No row of the database fits.', {
    field: ITEMS_FROM_FIELD,
    hint: 'Loosen the conditions; rows that are marked as removed are only included with `removed`.',
  })

const noLink = () =>
  new AppError('invalid_input', 'No link of the page fits.', {
    field: `${ITEMS_FROM_FIELD}.links`,
    hint: 'Loosen `links_matching` or `same_host`; `POST /v1/pages/links` shows what links there are.',
  })

const tooMany = (what: 'rows' | 'links') =>
  new AppError('invalid_input', `More than ${MAX_ITEMS_TEXT} ${what} fit.`, {
    field: ITEMS_FROM_FIELD,
    hint: 'A batch has no more items: set `limit`, or create several batches by conditions.',
  })
