import { answerTooLarge } from '../answer.ts'
import type { ParseResult } from '../parse-result.ts'
import type { ParserSchema } from '../parser-schema.ts'
import { kindsOf } from '../resolve-schema.ts'
import { followLinks } from './follow-links.ts'
import type { FurtherPages, GetPage, PageNote, Total } from './further-page.ts'
import { gatherList } from './gather-list.ts'

export interface Gathered {
  result: ParseResult
  pages: PageNote[]
  /** Items of the data are not there, since a page could not be fetched. */
  lacksItems: boolean
}

function createTotal(start: number, most: number): Total {
  let size = start
  return {
    add(characters, field) {
      size += characters
      if (size > most) throw answerTooLarge(most, field)
    },
  }
}

/** Whether a page has others that belong to it. */
export const leadsOn = ({ next, links }: Pick<ParseResult, 'next' | 'links'>): boolean =>
  next !== undefined || links !== undefined

/**
 * Adds to what was read of a page what its further pages hold: first the items of the next pages of its list, then what
 * lies behind the links of those items that stay. Throws AppError where a page that is required cannot be fetched, and where the
 * answer has more than `most` characters.
 */
export async function gatherPages(
  schema: ParserSchema,
  first: ParseResult,
  address: string,
  get: GetPage,
  most = Number.POSITIVE_INFINITY,
): Promise<Gathered> {
  const further: FurtherPages = { notes: [], lacksItems: false }
  const size = createTotal(first.size, most)
  const kind = kindsOf(schema)[first.kind]!
  const whole = kind.paginate
    ? await gatherList(kind, kind.paginate, { first, address, get, further, size })
    : first
  const result = await followLinks(whole, get, further, size)
  return { result, pages: further.notes, lacksItems: further.lacksItems }
}
