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
/** Files that a browser saves beside `page.html` ("Webpage, complete"), and files that operating systems add. */
const BESIDE = /[._]files[\\/]|(?:^|[\\/])(?:__MACOSX[\\/]|\.)/
/**
 * The names of files that mark office documents and e-books: Office Open XML, OpenDocument and EPUB are zip archives too.
 */
const OF_DOCUMENTS = new Set(['[Content_Types].xml', 'mimetype'])

/** The signature of a file in an archive; a program may precede the first one. */
const FILE_MARK = 'PK\x03\x04'
/** Offset of a file's flags, and the bit that marks it as encrypted (APPNOTE 4.4.4). */
const [FLAGS, ENCRYPTED] = [6, 1] as const

const HAR = /\.har$/i
/** How a HAR file, as Playwright writes it, names content that is in a separate file. */
const ATTACHED = /"_file"\s*:\s*"([^"\\]+)"/g

/** A file in an archive. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** Contents that a HAR file keeps in separate files, by file name. */
  attached?: ReadonlyMap<string, Uint8Array>
}

/**
 * Reads the files of an archive that are pages, ordered by name. Frames and other files that browsers save beside a page are
 * skipped. Throws AppError if the archive is damaged, has no page or exceeds a bound.
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

/**
 * Returns a predicate for files that belong to a page packed by SingleFile, which writes the page as `index.html`, beside a
 * manifest and a folder with its frames.
 */
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
    // At most this many bytes are unpacked of an entry, whatever its real size is.
    room.take(originalSize)
    return true
  }
}

/** Reads the separate files that a HAR file names; files larger than the bound for a page are left out. */
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
