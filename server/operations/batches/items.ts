import { z } from 'zod'
import { fingerprint } from '../../accounts/idempotency.ts'
import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/is-object.ts'
import { createTurns } from '../../base/turns.ts'
import type { StoredPage } from '../../store/jobs/files.ts'
import { anyObject } from '../fields.ts'
import { checkedInput, type Target } from '../jobs/targets.ts'
import type { Services } from '../services.ts'
import { validate } from '../validate.ts'

/** An item that can be run. */
export interface Item {
  index: number
  custom_id: string | null
  input: Record<string, unknown>
  /** The index of the earlier item that says the same. */
  sameAs?: number
  /** What is to be read, where it came along. */
  page?: StoredPage
}

/** An item that is left out, and why. */
export interface Rejected {
  index: number
  field?: string
  error: string
}

/** What was sent as an item; an Error where it could not even be read, a SavedItem where its page came along. */
export type RawItem = unknown

/** An item whose page came along. */
export class SavedItem {
  readonly item: { custom_id?: string; input: Record<string, unknown> }
  readonly page: StoredPage

  constructor(item: SavedItem['item'], page: StoredPage) {
    this.item = item
    this.page = page
  }
}

const itemShape = z.strictObject({
  custom_id: z.string().min(1).max(200).optional().describe('A name of your own for the item.'),
  input: anyObject.describe('The input of the job.'),
})

/** Sorts what can be run from what cannot, addresses by their text, with pauses for other calls; one bad item spoils no other. */
export async function sortItems(
  services: Pick<Services, 'fetcher'>,
  target: Target,
  raw: readonly RawItem[],
  dedupe: boolean,
) {
  const turns = createTurns()
  const items: Item[] = []
  const rejected: Rejected[] = []
  let firstError: AppError | undefined
  const seen = new Map<string, number>()
  for (const [index, one] of raw.entries()) {
    if (turns.isOver()) await turns.next()
    const item = readItem(services, target, one, index)
    if (item instanceof AppError) {
      firstError ??= item
      const { field } = item.facts
      rejected.push({ index, ...(field && { field }), error: item.message })
    } else items.push(dedupe ? marked(item, seen) : item)
  }
  return { items, rejected, firstError }
}

function readItem(
  services: Pick<Services, 'fetcher'>,
  target: Target,
  raw: RawItem,
  index: number,
): Item | AppError {
  try {
    if (raw instanceof Error) throw raw
    const saved = raw instanceof SavedItem ? raw : null
    const item = saved?.item ?? raw
    if (!isObject(item)) throw noItem()
    const { custom_id = null, input } = validate({ input: itemShape }, item)
    checkedInput(services, target, input, 'input')
    return { index, custom_id, input, ...(saved && { page: saved.page }) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error
  }
}

const noItem = () =>
  new AppError('invalid_input', 'An item must be an object with an `input`.', { field: 'input' })

function marked(item: Item, seen: Map<string, number>): Item {
  const print = fingerprint(item.input)
  const sameAs = seen.get(print)
  if (sameAs === undefined) seen.set(print, item.index)
  return sameAs === undefined ? item : { ...item, sameAs }
}
