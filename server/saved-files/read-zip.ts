import { type UnzipFileInfo, unzipSync } from 'fflate'
import { AppError } from '../base/errors.ts'
import { ownBuffer } from '../base/own-buffer.ts'
import { createRoom } from './room.ts'
import { SAVED_FILE_BOUNDS } from './saved-file.ts'
import { tooManyEntries, tooManyPages, unreadable, withoutPages } from './saved-file-errors.ts'

const KIND = 'zip archive'
const PAGE = /\.(?:html?|xhtml|mht|mhtml|har|xml|json|warc)$/i
/** What a browser saves beside `page.html`, for "Webpage, complete", and what systems add. */
const BESIDE = /_files\/|\.files\/|(?:^|\/)__MACOSX\/|(?:^|\/)\./

/** A file in an archive. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The pages in an archive, in the order of their names; frames and what else browsers save beside a page are passed over. */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  const entries = Object.entries(unpack(bytes))
  if (entries.length === 0) throw withoutPages(KIND)
  const inOrder = entries.sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
  return inOrder.map(([name, content]) => ({ name, bytes: ownBuffer(content) }))
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  const room = createRoom()
  let [entries, pages] = [0, 0]
  const isPage = ({ name, originalSize }: UnzipFileInfo) => {
    if (++entries > SAVED_FILE_BOUNDS.entries) throw tooManyEntries(KIND)
    if (!PAGE.test(name) || BESIDE.test(name)) return false
    if (++pages > SAVED_FILE_BOUNDS.pages) throw tooManyPages()
    // The size that the archive names is all that is unpacked of an entry.
    room.take(originalSize)
    return true
  }
  try {
    return unzipSync(bytes, { filter: isPage })
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(KIND, error)
  }
}
