/** The page that a parser is written against. */
export interface PageAtHand {
  /** Another page has another one. */
  id: string
  /** A file name, an address, or how it came. */
  name: string
  /** What is read: the file itself, or the text as UTF-8. */
  blob: Blob
  text: string
}

const SHELF = 'winnow-pages'
const shelfUrl = (account: string, id: string) => `/app/page-at-hand/${encodeURIComponent(account)}/${id}`

const pageOf = (name: string, blob: Blob, text: string): PageAtHand => ({
  id: crypto.randomUUID(),
  name,
  blob,
  text,
})

export const pageOfText = (name: string, text: string): PageAtHand =>
  pageOf(name, new Blob([text], { type: 'text/html; charset=utf-8' }), text)

export const pageOfFile = async (file: File): Promise<PageAtHand> =>
  pageOf(file.name, file, decoded(await file.arrayBuffer()))

/** To look at alone: what is read, the service decodes by all its rules. */
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

/** Puts the page of a parser where a reload finds it. Browsers offer that on this machine's own address alone. */
export async function keepPage(account: string, id: string, page: PageAtHand): Promise<void> {
  if (!('caches' in globalThis)) return
  const shelf = await caches.open(SHELF)
  const headers = { 'content-type': page.blob.type || 'text/html', 'x-name': encodeURIComponent(page.name) }
  await shelf.put(shelfUrl(account, id), new Response(page.blob, { headers }))
}

/** The page that was last looked at for a parser; null where there is none. */
export async function keptPage(account: string, id: string): Promise<PageAtHand | null> {
  if (!('caches' in globalThis)) return null
  const found = await caches.match(shelfUrl(account, id), { cacheName: SHELF })
  if (!found) return null
  const blob = await found.blob()
  const name = decodeURIComponent(found.headers.get('x-name') ?? '')
  return pageOf(name, blob, decoded(await blob.arrayBuffer()))
}

/** Moves the page of a parser that has just got its id. */
export async function movePage(account: string, from: string, to: string): Promise<void> {
  const page = await keptPage(account, from)
  if (!page) return
  await keepPage(account, to, page)
  await (await caches.open(SHELF)).delete(shelfUrl(account, from))
}
