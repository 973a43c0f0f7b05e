import { z } from 'zod'
import { groupDigits } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import { looksBinary } from '../../pages/charset.ts'
import { usesNetwork } from '../../parsers/uses-network.ts'
import { isArchive } from '../../saved-files/detect-format.ts'
import { SAVED_FILE_BOUNDS } from '../../saved-files/saved-file.ts'
import { emptyPage } from '../../saved-files/saved-file-errors.ts'
import type { OpenedFile } from '../../threads/tasks.ts'
import { idField } from '../fields.ts'
import { type Target, targetOf } from '../jobs/targets.ts'
import type { UploadedFile } from '../operation.ts'
import { packPage } from '../page-codec.ts'
import type { PageReader } from '../pages/page-to-read.ts'
import type { Services } from '../services.ts'
import { charsetField, MAX_PAGE_BYTES, TEXT_HINT, typeOf } from '../uploads.ts'
import { type RawItem, SavedItem } from './items.ts'

/** Maximum number of files in one upload. */
const MAX_FILES = 50

const MAX_NAME_LENGTH = 200

/** The input fields for files of pages. An invalid file is reported for that file only. */
export const pageFiles = {
  fields: {
    page: z
      .array(z.custom<UploadedFile>().meta({ type: 'string', format: 'binary' }))
      .min(1)
      .max(MAX_FILES)
      .describe(
        `The files: 1 to ${MAX_FILES} parts named \`page\`, 16 MB each and 64 MB together at most. Items are named after them.`,
      )
      .meta({ title: 'Files' }),
    charset: charsetField,
    parser_id: idField('parser'),
  },
  files: { page: { max: MAX_FILES, maxBytes: MAX_PAGE_BYTES, description: 'A file of pages.' } },
}

/** The input of an item with an uploaded page. */
const savedPageInput = z.strictObject({
  url: z.url().max(8_192).optional(),
  name: z.string().max(MAX_NAME_LENGTH).optional(),
})

/** Returns the target of a batch of saved pages: a parser that reads the uploaded pages. */
export const savedTarget: typeof targetOf = async (services, caller, named) => ({
  ...(await targetOf(services, caller, named, 'parse')),
  input: savedPageInput,
})

type FileReader = Pick<PageReader, 'owner' | 'signal'>

/**
 * Returns an item for each page in the files, with its packed page. A file that cannot be read becomes an error, which is
 * rejected later.
 */
export async function itemsOfFiles(
  services: Services,
  target: Target,
  { page, charset }: { page: readonly UploadedFile[]; charset?: string | undefined },
  reader: FileReader,
): Promise<RawItem[]> {
  const items: RawItem[] = []
  const withAnswers = usesNetwork(target.parser!.schema)
  for (const file of page) {
    const openOptions = { contentType: typeOf(file, charset), withAnswers }
    const { pages } = await opened(services, file, openOptions, reader)
    for (const page of pages) items.push(page instanceof AppError ? page : await itemOf(page, file.name))
    if (items.length > SAVED_FILE_BOUNDS.pages) throw tooMany()
  }
  return items
}

type Page = OpenedFile['pages'][number]

async function opened(
  { extraction }: Services,
  file: UploadedFile,
  how: { contentType: string | null; withAnswers: boolean },
  { owner, signal }: FileReader,
): Promise<{ pages: (Page | AppError)[] }> {
  try {
    assertText(file)
    const task = { bytes: file.bytes, ...how, most: SAVED_FILE_BOUNDS.pages, owner }
    const { pages } = await extraction.open(task, signal)
    return { pages: pages.map(page => (page.bytes.byteLength === 0 ? emptyPage() : page)) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error
    return { pages: [error] }
  }
}

function assertText({ bytes }: UploadedFile): void {
  if (bytes.byteLength === 0)
    throw new AppError('invalid_input', 'The file is empty.', {
      hint: 'Save the page again, or leave the file out.',
    })
  if (!isArchive(bytes) && looksBinary(bytes))
    throw new AppError('invalid_input', 'The file is not text.', { hint: TEXT_HINT })
}

async function itemOf({ url, contentType, bytes, name }: Page, fileName: string | null): Promise<SavedItem> {
  const called = (name ?? fileName ?? '').slice(0, MAX_NAME_LENGTH)
  const input = { ...(url !== null && { url }), ...(called && { name: called }) }
  const item = { ...(called && { custom_id: called }), input }
  return new SavedItem(item, await packPage({ url, contentType, bytes }))
}

const tooMany = () =>
  new AppError('invalid_input', `The files hold more than ${groupDigits(SAVED_FILE_BOUNDS.pages)} pages.`, {
    field: 'page',
    hint: 'Create several batches.',
  })
