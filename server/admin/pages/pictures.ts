import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { defineOperation } from '../../operations/operation.ts'
import type { AdminServices } from '../services.ts'

const MAX_BYTES = 2_097_152
const TIMEOUT_MS = 10_000
const PICTURE = /^image\/(avif|bmp|gif|jpeg|png|svg\+xml|webp|x-icon)\b/i

/** Pictures whose addresses are in data. They are fetched for the app, whose window connects to no other host than this service. */
export function pictureOperations(services: AdminServices) {
  const get = defineOperation({
    id: 'picture-get',
    group: 'admin',
    summary: 'Fetch a picture for the app.',
    description: 'The address is guarded as every target is: data cannot make the app reach this network.',
    method: 'GET',
    path: '/admin/pictures',
    access: 'admin',
    input: z.strictObject({ url: z.string().min(1).max(8_192).describe('Address of the picture.') }),
    output: z.object({
      data_url: z.string().nullable().describe('The picture as a `data:` address.'),
      error: z.string().nullable().describe('Why there is none.'),
    }),
    example: {
      input: { url: 'https://shop.example/kettle.png' },
      output: { data_url: 'data:image/png;base64,iVBORw0KGgo=', error: null },
    },
    answer: 'value',
    async run({ url }, { signal }) {
      try {
        return { data_url: await pictureAt(services, url, signal), error: null }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { data_url: null, error: error.message }
      }
    },
  })
  return [get] as const
}

async function pictureAt({ fetcher }: AdminServices, url: string, signal: AbortSignal): Promise<string> {
  const request = { url, headers: { accept: 'image/*' }, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }
  const { status, contentType, bytes } = await fetcher.fetch({ ...request, signal })
  const [type] = PICTURE.exec(contentType ?? '') ?? []
  if (status === 200 && type) return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const found = contentType ? ` with ${contentType.slice(0, 100)}` : ''
  throw new AppError('invalid_input', `There is no picture at this address: it answers ${status}${found}.`)
}
