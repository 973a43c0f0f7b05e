import { mediaTypeOf } from '../base/media-type.ts'
import { LOOK_TYPE, SAVED_FILE_BOUNDS, type SavedAnswer, type SavedPage } from './saved-file.ts'
import { tooManyPages, withoutPages } from './saved-file-errors.ts'

/** A request and its response, as listed in a HAR or WARC file. */
export interface Exchange {
  url: string
  status: number
  contentType: string
  bytes(): Uint8Array<ArrayBuffer>
  /** The page that the exchange belongs to, if the file says so. */
  group: string | null
  /** Whether the file marks the response as a page. */
  isDocument: boolean
}

/**
 * Returns the pages among the exchanges, each with the data that it requested. A group has one page: the document that the
 * file marks, or else its first. Without groups, each document starts a page, and the exchanges after it belong to that
 * page. In a file without HTML, XML documents such as feeds are the pages. Throws AppError if there is no page or there are
 * too many.
 */
export function pagesOf(exchanges: Exchange[], kind: string): SavedPage[] {
  const successful = withDocuments(exchanges.filter(isSuccessful))
  const groups = exchanges.some(({ group }) => group !== null) ? byGroup(successful) : byDocument(successful)
  const pages = groups.flatMap(pageOf)
  if (pages.length === 0) throw withoutPages(kind)
  if (pages.length > SAVED_FILE_BOUNDS.pages) throw tooManyPages()
  return pages
}

const withDocuments = (exchanges: Exchange[]): Exchange[] =>
  exchanges.some(isPage) ? exchanges : exchanges.map(one => (isXml(one) ? { ...one, isDocument: true } : one))

const isXml = (exchange: Exchange) => !isLook(exchange) && mediaTypeOf(exchange.contentType)?.isXML() === true

const byGroup = (exchanges: Exchange[]): Exchange[][] => [
  ...Map.groupBy(exchanges, ({ group }) => group).values(),
]

function byDocument(exchanges: Exchange[]): Exchange[][] {
  const groups: Exchange[][] = []
  for (const exchange of exchanges)
    if (isPage(exchange)) groups.push([exchange])
    else groups.at(-1)?.push(exchange)
  return groups
}

function pageOf(exchanges: Exchange[]): SavedPage[] {
  const documents = exchanges.filter(isPage)
  const document = documents.find(({ isDocument }) => isDocument) ?? documents[0]
  if (!document) return []
  const data = exchanges.filter(exchange => exchange !== document && isData(exchange))
  const { url, contentType } = document
  const answers = data.slice(0, SAVED_FILE_BOUNDS.answers).map(toAnswer)
  const looks = async () => exchanges.filter(isLook).map(toAnswer)
  return [{ url, contentType, bytes: document.bytes(), name: null, answers, looks }]
}

const toAnswer = ({ url, status, contentType, bytes }: Exchange): SavedAnswer => ({
  url,
  status,
  contentType,
  bytes: bytes(),
})

/** Whether the response has a 2xx status. */
export const isSuccessful = ({ status }: Pick<Exchange, 'status'>) => status >= 200 && status < 300

/** Whether the response is a page, by the mark of the file or by its type. */
export const isPage = ({ contentType, isDocument }: Pick<Exchange, 'contentType' | 'isDocument'>) => {
  const type = mediaTypeOf(contentType)
  return isDocument || (type !== null && (type.isHTML() || type.essence === 'application/xhtml+xml'))
}

const isLook = ({ contentType }: Exchange) => LOOK_TYPE.test(contentType.trim())

/** Whether the response is JSON, or text that may contain some; not scripts, styles or pictures. */
const isData = ({ contentType }: Exchange) =>
  /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:plain|html|xml|csv|x-component)|application\/(?:[\w.-]+\+)?xml|application\/x-ndjson)\b/i.test(
    contentType.trim(),
  )
