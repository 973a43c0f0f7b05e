import { type UnzipFileInfo, unzipSync } from 'fflate'
import { AppError } from '../base/errors.ts'
import { bufferOf, ownBuffer } from '../base/own-buffer.ts'
import { isOfSingleFile } from './own-address.ts'
import { createRoom, type Room } from './room.ts'
import { SAVED_FILE_BOUNDS } from './saved-file.ts'
import {
  encryptedArchive,
  officeDocument,
  tooManyEntries,
  tooManyPages,
  unreadable,
  withoutPages,
} from './saved-file-errors.ts'

const KIND = 'zip archive'
const PAGE = /\.(?:html?|xhtml|mht|mhtml|har|xml|json|warc)$/i
/** What a browser saves beside `page.html`, for "Webpage, complete", and what systems add. */
const BESIDE = /[._]files[\\/]|(?:^|[\\/])(?:__MACOSX[\\/]|\.)/
/** What documents of office programs and books begin with: Office Open XML, OpenDocument and EPUB are zip archives too. */
const OF_DOCUMENTS = new Set(['[Content_Types].xml', 'mimetype'])

/** What a file in an archive begins with; a program may stand before the first. */
const FILE_MARK = 'PK\x03\x04'
/** Where the flags of a file stand, and the one that says that it is encrypted (APPNOTE 4.4.4). */
const [FLAGS, ENCRYPTED] = [6, 1] as const

const HAR = /\.har$/i
/** How a HAR file names what it has put beside it, as Playwright writes it. */
const ATTACHED = /"_file"\s*:\s*"([^"\\]+)"/g

/** A file in an archive. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** The contents that a HAR file has put into files of their own, by their names. */
  attached?: ReadonlyMap<string, Uint8Array>
}

/**
 * The pages in an archive, in the order of their names; frames and what else browsers save beside a page are passed over.
 * Throws AppError for an archive that is damaged, holds no page or too much.
 */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  const start = bufferOf(bytes).indexOf(FILE_MARK)
  if (start >= 0 && bytes[start + FLAGS]! & ENCRYPTED) throw encryptedArchive()
  const room = createRoom()
  const files = unpack(bytes, pagesWithin(room))
  if (files.size === 0) throw withoutPages(KIND)
  const hars = [...files].filter(([name]) => HAR.test(name))
  const attached = new Map(hars.map(([name, har]) => [name, attachedTo(name, har, bytes, room)]))
  const beside = new Set([...attached.values()].flatMap(({ paths }) => paths))
  const isBeside = besideSingleFile(files)
  const names = [...files.keys()].filter(name => !beside.has(name) && !isBeside(name))
  const inOrder = names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  return inOrder.map(name => {
    const contents = attached.get(name)?.contents
    return { name, bytes: ownBuffer(files.get(name)!), ...(contents?.size && { attached: contents }) }
  })
}

const PAGE_OF_SINGLE_FILE = 'index.html'

/** SingleFile packs a page as `index.html`, with facts about it and a folder for its frames. */
function besideSingleFile(files: ReadonlyMap<string, Uint8Array>): (name: string) => boolean {
  const folders = [...files]
    .filter(([name, content]) => name.endsWith(PAGE_OF_SINGLE_FILE) && isOfSingleFile(content))
    .map(([name]) => name.slice(0, -PAGE_OF_SINGLE_FILE.length))
  return name =>
    folders.some(folder => name === `${folder}manifest.json` || name.startsWith(`${folder}frames/`))
}

function pagesWithin(room: Room): (file: UnzipFileInfo) => boolean {
  let [entries, pages] = [0, 0]
  return ({ name, originalSize }) => {
    if (++entries > SAVED_FILE_BOUNDS.entries) throw tooManyEntries(KIND)
    if (OF_DOCUMENTS.has(name)) throw officeDocument()
    if (!PAGE.test(name) || BESIDE.test(name)) return false
    if (++pages > SAVED_FILE_BOUNDS.pages) throw tooManyPages()
    // The size that the archive names is all that is unpacked of an entry.
    room.take(originalSize)
    return true
  }
}

/** What a HAR file in an archive names in it; of that, what is too large for a page or an answer is left out. */
function attachedTo(har: string, content: Uint8Array, archive: Uint8Array, room: Room) {
  const folder = har.slice(0, har.lastIndexOf('/') + 1)
  const named = [...new TextDecoder().decode(content).matchAll(ATTACHED)].map(([, name]) => name!)
  const paths = [...new Set(named)].map(name => folder + name)
  const wanted = new Set(paths)
  const isWanted = ({ name, originalSize }: UnzipFileInfo) => {
    if (!wanted.has(name) || originalSize > SAVED_FILE_BOUNDS.pageBytes) return false
    room.take(originalSize)
    return true
  }
  const found = wanted.size > 0 ? unpack(archive, isWanted) : new Map<string, Uint8Array>()
  const contents = new Map([...found].map(([path, bytes]) => [path.slice(folder.length), bytes]))
  return { paths, contents }
}

function unpack(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Map<string, Uint8Array> {
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })))
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(KIND, error)
  }
}
