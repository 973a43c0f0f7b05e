import zlib from 'node:zlib'
import { ownBuffer } from '../base/own-buffer.ts'
import { compress, decompress } from '../base/zstd.ts'
import type { StoredPage } from '../store/jobs/files.ts'

/** Bytes up to which a page is compressed at once: handing it to another thread and back would cost more. */
export const SMALL_PAGE = 256 * 1024

/** A page as the store keeps it. */
export const packPage = async (page: {
  url: string | null
  contentType: string | null
  bytes: Uint8Array
}): Promise<StoredPage> => ({
  url: page.url,
  contentType: page.contentType,
  body: page.bytes.length > SMALL_PAGE ? await compress(page.bytes) : zlib.zstdCompressSync(page.bytes),
})

/** The bytes of a stored page, in a buffer of their own. */
export const unpackPage = async ({ body }: Pick<StoredPage, 'body'>): Promise<Uint8Array<ArrayBuffer>> =>
  ownBuffer(await decompress(body))
