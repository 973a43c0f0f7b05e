import { hash } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { accountOf, type Context, type UploadedFile } from '../operation.ts'
import { identityOf } from '../scraping/page-attempt.ts'
import type { PageIdentity, ReadablePage } from '../scraping/page-cache.ts'
import { fetchPage, pageEitherWay, type Way } from '../scraping/page-ways.ts'
import type { Services } from '../services.ts'
import { typeOf } from '../uploads.ts'
import type { readInput } from './shapes.ts'

export type ReadInput = z.output<typeof readInput>

/** How a page was had. */
export type Origin = Way | 'cache' | 'upload'

/** A page, and what keeps it, so that reading on is free. */
export interface PageToRead {
  page: Omit<ReadablePage, 'url' | 'bytes'> & { url: string | undefined; bytes: Uint8Array }
  origin: Origin
  keep(): void
}

/** Pages are kept as long for those who read on. */
export const READ_ON_S = 3_600

/** The page of a call: as it was kept, as it was uploaded, or fetched. Throws in the words of upstream answers. */
export async function pageToRead(
  services: Services,
  input: ReadInput,
  context: Context,
): Promise<PageToRead> {
  const identity = input.html ? identityOfUpload(input.html) : identityOf(services, input, input.url!)
  const page = await keptPage(services, input, identity, context)
  if (page && input.html) return { page: uploaded(input, input.html), origin: 'cache', keep() {} }
  if (page) return { page, origin: 'cache', keep() {} }
  const { page: found, origin } = await getPage(services, input, context)
  const bytes = input.html ? new Uint8Array() : (found.bytes as ReadablePage['bytes'])
  const keep = await services.pageCache.pack(accountOf(context), identity, {
    ...found,
    url: found.url ?? '',
    bytes,
  })
  return { page: found, origin, keep }
}

/** The page as a browser has it, where it has no text over HTTP; null where a browser may not be asked, or cannot help. */
export async function pageInBrowser(
  services: Services,
  input: ReadInput,
  context: Context,
): Promise<PageToRead | null> {
  try {
    const page = await fetchPage({ services, parser: input, url: input.url!, context }, 'browser')
    const keep = await services.pageCache.pack(
      accountOf(context),
      identityOf(services, input, input.url!),
      page,
    )
    return { page, origin: 'browser', keep }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function keptPage(services: Services, { from, fetch }: ReadInput, identity: PageIdentity, context: Context) {
  const maxAge = Math.max(fetch.max_age_s ?? 0, from > 0 ? READ_ON_S : 0)
  return maxAge > 0 ? services.pageCache.find(accountOf(context), identity, maxAge) : null
}

async function getPage(services: Services, input: ReadInput, context: Context) {
  if (input.html) return { page: uploaded(input, input.html), origin: 'upload' as const }
  const { page, mode } = await pageEitherWay({ services, parser: input, url: input.url!, context })
  return { page, origin: mode }
}

const uploaded = ({ url, charset }: ReadInput, file: UploadedFile) => ({
  bytes: file.bytes,
  contentType: typeOf(file, charset),
  url,
})

/** An upload is known by what it holds. Whoever reads on sends it again, so that nothing of it need be kept. */
const identityOfUpload = ({ bytes }: UploadedFile): PageIdentity => ({
  url: hash('sha256', bytes, 'hex'),
  method: 'upload',
  headers: {},
  mode: 'upload',
  waitFor: null,
  more: [],
  userAgent: '',
  proxy: null,
})
