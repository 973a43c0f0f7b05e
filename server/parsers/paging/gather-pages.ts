import { answerTooLarge } from '../answer.ts'
import type { ParseResult } from '../parse-result.ts'
import type { ParserSchema } from '../parser-schema.ts'
import { kindsOf } from '../resolve-schema.ts'
import { followLinks } from './follow-links.ts'
import type { AnswerSize, FurtherPages, GetPage, PageNote } from './further-page.ts'
import { gatherList } from './gather-list.ts'

export interface PagedResult extends Pick<FurtherPages, 'lacksItems' | 'isCut'> {
  result: ParseResult
  pages: PageNote[]
}

function createAnswerSize(start: number, maxSize: number): AnswerSize {
  let size = start
  return {
    add(characters, field) {
      size += characters
      if (size > maxSize) throw answerTooLarge(maxSize, field)
    },
  }
}

/**
 * Adds further pages to the result of a page: first the items on the next pages of its list, then the pages behind the
 * links of the items that are kept. Throws AppError if a required page cannot be fetched, or if the answer exceeds
 * `maxSize` characters.
 */
export async function gatherPages(
  schema: ParserSchema,
  first: ParseResult,
  address: string,
  get: GetPage,
  maxSize = Number.POSITIVE_INFINITY,
): Promise<PagedResult> {
  const further: FurtherPages = { notes: [], lacksItems: false, isCut: false }
  const size = createAnswerSize(first.size, maxSize)
  const kind = kindsOf(schema)[first.kind]!
  const withList = kind.paginate
    ? await gatherList(kind, kind.paginate, { first, address, get, further, size })
    : first
  const result = await followLinks(withList, get, further, size)
  const { notes: pages, lacksItems, isCut } = further
  return { result, pages, lacksItems, isCut }
}
