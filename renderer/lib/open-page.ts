/** The page that is open in the editor of a parser. */
export interface OpenPage {
  id: string
  /** A file name, an address, or a name for pasted source. */
  name: string
  /** The bytes to read: the file itself, or the text as UTF-8. */
  blob: Blob
  text: string
  /** Whether it was fetched from its site rather than opened from a file. */
  isFetched: boolean
  /** The session that it was fetched with. */
  session?: string | null | undefined
}

/** Returns the address of a fetched page; undefined for files and pasted source. */
export const addressOf = ({ name }: OpenPage): string | undefined =>
  /^https?:\/\//.test(name) ? name : undefined

/** The media type of a page that is stored together with the requests that it made. */
const HAR_TYPE = 'application/har+json'

interface HarEntry {
  request: { url: string }
  response: { status: number; content: { mimeType: string; text: string; size: number } }
}

const entriesOf = (har: string): HarEntry[] => JSON.parse(har).log.entries

/** Returns the text of the page in a HAR file that the service wrote: its first response. */
const documentIn = (har: string) => entriesOf(har)[0]!.response.content.text

/** A response to a request that the page made. */
export interface PageAnswer {
  url: string
  status: number
  type: string
  text: string
  size: number
}

/** Returns the responses that a page received; null if they are not known. */
export async function answersOf({ blob }: OpenPage): Promise<PageAnswer[] | null> {
  if (blob.type !== HAR_TYPE) return null
  const [, ...answers] = entriesOf(await blob.text())
  return answers.map(({ request: { url }, response: { status, content } }) => {
    const { mimeType, text, size } = content
    return { url, status, type: mimeType.split(';')[0]!, text, size }
  })
}

const PAGE_CACHE = 'winnow-pages'
const cacheUrl = (account: string, id: string) => `/app/page-at-hand/${encodeURIComponent(account)}/${id}`

const pageOf = (name: string, blob: Blob, text: string, isFetched = false): OpenPage => ({
  id: crypto.randomUUID(),
  name,
  blob,
  text,
  isFetched,
})

export const pageOfText = (name: string, text: string): OpenPage =>
  pageOf(name, new Blob([text], { type: 'text/html; charset=utf-8' }), text)

/** Creates the open page of an answer that the service has just fetched. */
export const pageOfSite = (
  url: string,
  answer: { html: string; har: string | null },
  session: string | null | undefined,
): OpenPage => ({ ...pageOfOpened(url, answer), isFetched: true, session })

/** Creates the open page of a document that the service has opened; `har` also holds the requests that the page made. */
export const pageOfOpened = (name: string, { html, har }: { html: string; har: string | null }): OpenPage =>
  har === null ? pageOfText(name, html) : pageOf(name, new Blob([har], { type: HAR_TYPE }), html)

/** Whether a file is HTML or XML, which needs no opening by the service. */
export const isMarkup = async (file: File): Promise<boolean> =>
  /^(?:\ufeff)?\s*</.test(await file.slice(0, 1_000).text())

export const pageOfFile = async (file: File): Promise<OpenPage> =>
  pageOf(file.name, file, decode(await file.arrayBuffer()))

/** Decodes bytes for display only. To extract data, the service decodes the bytes itself. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const head = new TextDecoder('latin1').decode(bytes.slice(0, 4_096))
    const [, charset = 'windows-1252'] = /charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? []
    return decodeAs(charset, bytes)
  }
}

function decodeAs(charset: string, bytes: ArrayBuffer): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Stores the open page of a parser so that it survives a reload. Browsers offer the Cache API on loopback addresses only
 * (without TLS).
 */
export async function storePage(account: string, id: string, page: OpenPage): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(PAGE_CACHE)
  const headers = {
    'content-type': page.blob.type || 'text/html',
    'x-name': encodeURIComponent(page.name),
    ...(page.isFetched && { 'x-fetched': 'yes' }),
    ...(page.session && { 'x-session': page.session }),
  }
  await cache.put(cacheUrl(account, id), new Response(page.blob, { headers }))
}

/** Returns the last open page of a parser, or null. */
export async function readStoredPage(account: string, id: string): Promise<OpenPage | null> {
  if (!('caches' in globalThis)) return null
  const response = await caches.match(cacheUrl(account, id), { cacheName: PAGE_CACHE })
  if (!response) return null
  const blob = await response.blob()
  const name = decodeURIComponent(response.headers.get('x-name') ?? '')
  const decodedText = decode(await blob.arrayBuffer())
  const text = blob.type === HAR_TYPE ? documentIn(decodedText) : decodedText
  const page = pageOf(name, blob, text, response.headers.has('x-fetched'))
  return { ...page, session: response.headers.get('x-session') }
}

/** Moves the stored page of a new parser to the id that it has just received. */
export async function movePage(account: string, from: string, to: string): Promise<void> {
  const page = await readStoredPage(account, from)
  if (!page) return
  await storePage(account, to, page)
  await (await caches.open(PAGE_CACHE)).delete(cacheUrl(account, from))
}
