import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { looksBinary } from '../../pages/charset.ts'
import { usesNetwork } from '../../parsers/uses-network.ts'
import { isPacked } from '../../saved-files/detect-format.ts'
import { SAVED_FILE_BOUNDS } from '../../saved-files/saved-file.ts'
import type { OpenedFile } from '../../workers/tasks.ts'
import type { Target } from '../jobs/targets.ts'
import { type Context, ownerOf, type UploadedFile } from '../operation.ts'
import { packPage } from '../page-codec.ts'
import type { Services } from '../services.ts'
import { typeOf } from '../uploads.ts'
import { type RawItem, SavedItem } from './items.ts'

/** Most files of one upload. */
export const MAX_FILES = 50

const LONGEST_NAME = 200

/** Files of pages, as a field: what is wrong with one of them is said of that one alone. */
export const savedFiles = z
  .array(z.custom<UploadedFile>().meta({ type: 'string', format: 'binary' }))
  .min(1)
  .max(MAX_FILES)

/** The input of an item whose page came along. */
export const savedPageInput = z.strictObject({
  url: z.url().max(8_192).optional(),
  name: z.string().max(LONGEST_NAME).optional(),
})

/** An item for each page of the files, with its page packed; a file that cannot be read is left to be rejected. */
export async function itemsOfFiles(
  services: Services,
  files: readonly UploadedFile[],
  charset: string | undefined,
  context: Context<Target>,
): Promise<RawItem[]> {
  const items: RawItem[] = []
  for (const file of files) {
    const { pages } = await opened(services, file, charset, context)
    for (const page of pages) items.push(page instanceof AppError ? page : await itemOf(page, file.name))
    if (items.length > SAVED_FILE_BOUNDS.pages) throw tooMany()
  }
  return items
}

type Page = OpenedFile['pages'][number]

async function opened(
  { extraction }: Services,
  file: UploadedFile,
  charset: string | undefined,
  context: Context<Target>,
): Promise<{ pages: (Page | AppError)[] }> {
  try {
    mustBeText(file)
    const task = { bytes: file.bytes, contentType: typeOf(file, charset), owner: ownerOf(context) }
    const withAnswers = usesNetwork(context.owned.parser!.schema)
    return await extraction.open({ ...task, withAnswers, most: SAVED_FILE_BOUNDS.pages }, context.signal)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error
    return { pages: [error] }
  }
}

function mustBeText({ bytes }: UploadedFile): void {
  if (bytes.byteLength === 0) throw new AppError('invalid_input', 'The file is empty.')
  if (!isPacked(bytes) && looksBinary(bytes)) throw new AppError('invalid_input', 'The file is not text.')
}

async function itemOf({ url, contentType, bytes, name }: Page, fileName: string | null): Promise<SavedItem> {
  const called = (name ?? fileName ?? '').slice(0, LONGEST_NAME)
  const input = { ...(url !== null && { url }), ...(called && { name: called }) }
  const item = { ...(called && { custom_id: called }), input }
  return new SavedItem(item, await packPage({ url, contentType, bytes }))
}

const tooMany = () =>
  new AppError(
    'invalid_input',
    `The files hold more than ${SAVED_FILE_BOUNDS.pages.toLocaleString('en')} pages.`,
    { field: 'page', hint: 'Create several batches.' },
  )
