/** The page that is open in the editor of a parser. */
export interface OpenPage {
  /** Unique for each page. */
  id: string
  /** A file name, an address, or the source. */
  name: string
  /** The bytes to read: the file itself, or the text as UTF-8. */
  blob: Blob
  text: string
}

/** The address of a page that was fetched. */
export const addressOf = ({ name }: OpenPage): string | undefined =>
  /^https?:\/\//.test(name) ? name : undefined

const SHELF = 'winnow-pages'
const shelfUrl = (account: string, id: string) => `/app/page-at-hand/${encodeURIComponent(account)}/${id}`

const pageOf = (name: string, blob: Blob, text: string): OpenPage => ({
  id: crypto.randomUUID(),
  name,
  blob,
  text,
})

export const pageOfText = (name: string, text: string): OpenPage =>
  pageOf(name, new Blob([text], { type: 'text/html; charset=utf-8' }), text)

export const pageOfFile = async (file: File): Promise<OpenPage> =>
  pageOf(file.name, file, decoded(await file.arrayBuffer()))

/** Decodes for display only; for reading, the service decodes the bytes. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const head = new TextDecoder('latin1').decode(bytes.slice(0, 4_096))
    const [, charset = 'windows-1252'] = /charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? []
    return decodedAs(charset, bytes)
  }
}

function decodedAs(charset: string, bytes: ArrayBuffer): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Stores the page of a parser for a reload. Browsers offer that cache on loopback addresses only. */
export async function keepPage(account: string, id: string, page: OpenPage): Promise<void> {
  if (!('caches' in globalThis)) return
  const shelf = await caches.open(SHELF)
  const headers = { 'content-type': page.blob.type || 'text/html', 'x-name': encodeURIComponent(page.name) }
  await shelf.put(shelfUrl(account, id), new Response(page.blob, { headers }))
}

/** The last open page of a parser, or null. */
export async function keptPage(account: string, id: string): Promise<OpenPage | null> {
  if (!('caches' in globalThis)) return null
  const found = await caches.match(shelfUrl(account, id), { cacheName: SHELF })
  if (!found) return null
  const blob = await found.blob()
  const name = decodeURIComponent(found.headers.get('x-name') ?? '')
  return pageOf(name, blob, decoded(await blob.arrayBuffer()))
}

/** Moves the stored page of a parser that has just got its id. */
export async function movePage(account: string, from: string, to: string): Promise<void> {
  const page = await keptPage(account, from)
  if (!page) return
  await keepPage(account, to, page)
  await (await caches.open(SHELF)).delete(shelfUrl(account, from))
}
