import type { CookieJar } from '../../pages/cookie-jar.ts'
import type { Fetcher } from '../../pages/fetch/fetch-page.ts'
import type { Resource } from '../../snapshot/resources.ts'
import type { Snapshot } from '../../store/snapshot-files.ts'
import type { Extraction } from '../../threads/extraction.ts'
import type { Owner } from '../../threads/fair-queue.ts'

/** Most characters of a drawn page without its resources: laying out more would block the window. */
const MAX_SHOWN = 1_000_000
/** Limits for the style sheets, pictures and fonts of a page: their number, their total bytes, the bytes of each, and their total time. */
const MAX_RESOURCES = 200
const MAX_BYTES = 20_971_520
const MAX_BYTES_EACH = 4_194_304
const TIME_MS = 15_000
/** Most rounds of fetching missing resources: style sheets import other sheets, which load pictures. */
const ROUNDS = 4
const AT_A_TIME = 8

/** A page to draw. */
interface PageToDraw {
  bytes: Uint8Array
  contentType: string | null
  url: string | undefined
}

/** For whom a page is drawn, and whether its resources are fetched. */
interface DrawOptions {
  fetches: boolean
  /** Resources that the file of the page contains. */
  looks?: ReadonlyMap<string, Resource> | undefined
  /** Cookies of the session that the page was fetched with. */
  cookies?: CookieJar | undefined
  owner: Owner
  signal: AbortSignal
}

type SnapshotServices = { extraction: Pick<Extraction, 'show'>; fetcher: Pick<Fetcher, 'fetch'> }

/**
 * Draws a page with its style sheets, pictures and fonts, each fetched behind the guard like every page. Resources that
 * cannot be fetched are left out. `had` is the number of resources.
 */
export async function takeSnapshot(
  { extraction, fetcher }: SnapshotServices,
  page: PageToDraw,
  { fetches, looks = new Map(), cookies, owner, signal }: DrawOptions,
): Promise<Snapshot & { had: number }> {
  const resources = new Map<string, Resource | null>(looks)
  const time = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)])
  const fetchSome = createFetching(fetcher, { page, resources, cookies, signal: time })
  for (let round = 0; ; round++) {
    const task = { ...page, bytes: new Uint8Array(page.bytes), most: MAX_SHOWN, resources, owner }
    const { missing, ...shown } = await extraction.show(task, signal)
    const had = [...resources.values()].filter(Boolean).length
    const wanted = missing.filter(isWeb).slice(0, MAX_RESOURCES + looks.size - resources.size)
    if (!fetches || !wanted.length || round === ROUNDS || time.aborted)
      return { ...shown, had, missing: missing.length + resources.size - had }
    await fetchSome(wanted)
  }
}

const isWeb = (url: string) => !url.startsWith('cid:')

/** Creates a function that fetches resources, several at a time, until their total size reaches the limit. */
function createFetching(
  fetcher: SnapshotServices['fetcher'],
  {
    page,
    resources,
    cookies,
    signal,
  }: { page: PageToDraw; resources: Map<string, Resource | null> } & Pick<DrawOptions, 'cookies' | 'signal'>,
) {
  let bytesLeft = MAX_BYTES

  const fetchOne = async (url: string): Promise<void> => {
    resources.set(url, null)
    if (bytesLeft <= 0) return
    const headers = { accept: 'text/css,image/*,font/*,*/*;q=0.5', ...(page.url && { referer: page.url }) }
    const maxBytes = Math.min(bytesLeft, MAX_BYTES_EACH)
    const request = { url, headers, maxBytes, timeoutMs: TIME_MS, signal, ...(cookies && { cookies }) }
    const found = await fetcher.fetch(request).catch(() => null)
    if (found?.status !== 200 || found.bytes.length > bytesLeft) return
    bytesLeft -= found.bytes.length
    resources.set(url, { url: found.url, contentType: found.contentType, bytes: found.bytes })
  }

  return async (wanted: string[]): Promise<void> => {
    const queue = wanted.values()
    const work = async () => {
      for (const url of queue) if (!signal.aborted) await fetchOne(url)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
  }
}
