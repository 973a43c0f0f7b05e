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

/** An item that can run. */
export interface Item {
  index: number
  custom_id: string | null
  input: Record<string, unknown>
  /** The index of an earlier item with the same input. */
  sameAs?: number
  /** The page to read, if it was uploaded. */
  page?: StoredPage
}

/** An item that was left out, and why. */
export interface RejectedItem {
  index: number
  field?: string
  error: string
}

/** An item as sent: an Error if it could not be read, a `SavedItem` if its page was uploaded. */
export type RawItem = unknown

/** An item with an uploaded page. */
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

/**
 * Separates items that can run from those that cannot, with pauses for other calls. URLs are checked only by their text. A
 * bad item does not affect the others.
 */
export async function sortItems(
  services: Pick<Services, 'fetcher'>,
  target: Target,
  raw: readonly RawItem[],
  dedupe: boolean,
) {
  const turns = createTurns()
  const items: Item[] = []
  const rejected: RejectedItem[] = []
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
