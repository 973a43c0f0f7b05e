import zlib from 'node:zlib'
import { ownBuffer } from '../base/own-buffer.ts'
import { compress, decompress } from '../base/zstd.ts'
import type { PageDictionary, StandalonePage, StoredPage } from '../store/jobs/files.ts'
import type { SharedDictionary } from '../threads/tasks.ts'

/**
 * Pages up to this size in bytes are compressed on the main thread, because the transfer to another thread and back would
 * cost more.
 */
export const SMALL_PAGE = 256 * 1024

interface UnpackedPage {
  url: string | null
  contentType: string | null
  bytes: Uint8Array
}

/** A dictionary in its stored form and in the form used for packing pages. */
export interface KnownDictionary {
  stored: PageDictionary
  shared: SharedDictionary
}

/** Packs a page for the store. */
export const packPage = async ({ url, contentType, bytes }: UnpackedPage): Promise<StandalonePage> => ({
  url,
  contentType,
  body: bytes.length > SMALL_PAGE ? await compress(bytes) : zlib.zstdCompressSync(bytes),
})

/** Packs a large page for the store, with a dictionary if there is one. */
export const packLargePage = async (
  { url, contentType, bytes }: UnpackedPage,
  dictionary: KnownDictionary | undefined,
): Promise<StoredPage> => ({
  url,
  contentType,
  body: await compress(bytes, dictionary?.shared.bytes),
  dictionary: dictionary?.stored,
})

/** Returns the bytes of a stored page, in a buffer of their own. */
export async function unpackPage({
  body,
  dictionary,
}: Pick<StoredPage, 'body' | 'dictionary'>): Promise<Uint8Array<ArrayBuffer>> {
  return ownBuffer(await decompress(body, dictionary && (await decompress(dictionary.body))))
}

/** Returns the page packed without a dictionary. */
export const wholePage = async (page: StoredPage): Promise<StandalonePage> =>
  page.dictionary ? packPage({ ...page, bytes: await unpackPage(page) }) : { ...page, dictionary: undefined }
