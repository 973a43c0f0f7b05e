import { type UnzipFileInfo, unzipSync } from 'fflate'
import { AppError } from '../base/errors.ts'
import { bufferOf, ownBuffer } from '../base/own-buffer.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import { isSavedBySingleFile } from './own-address.ts'
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
const PAGE_FILE = /\.(?:html?|xhtml|mht|mhtml|har|xml|json|warc(?:\.gz)?)$/i
/**
 * Names that pages have if a program saved them under the end of their address (`page.php`, `about`, `index.html?page=2`).
 * Such files are pages only if they begin like one: a script of a server does not.
 */
const ADDRESS_FILE = /(?:^|[\\/])[^.\\/]+$|\.(?:html?|[sp]html|php\d?|aspx?|jspx?|cgi|cfm)(?:[?@][^\\/]*)?$/i
const HTML_START = /^(?:\xef\xbb\xbf)?\s*(?:<!--[\s\S]{0,1000}?-->\s*)?<(?:!doctype\s+html|html)\b/i
const HTML_START_LENGTH = 1_200
const SERVER_SCRIPT = '<?php'
/** A web archive with an index (WACZ): its pages are in WARC files, beside which there are JSON files about them. */
const WACZ_MANIFEST = 'datapackage.json'
const WACZ_ARCHIVE = /^archive\/.+\.warc(?:\.gz)?$/i
/** Files that a browser saves beside `page.html` ("Webpage, complete"), and files that operating systems add. */
const ACCOMPANYING_FILE = /[._]files[\\/]|(?:^|[\\/])(?:__MACOSX[\\/]|\.)/
/**
 * The names of files that mark office documents and e-books: Office Open XML, OpenDocument and EPUB are zip archives too.
 */
const OFFICE_FILES = new Set(['[Content_Types].xml', 'mimetype'])

/** The signature of a file in an archive; a program may precede the first one. */
const FILE_SIGNATURE = 'PK\x03\x04'
/** Offset of a file's flags, and the bit that marks it as encrypted (APPNOTE 4.4.4). */
const [FLAGS_OFFSET, ENCRYPTED_BIT] = [6, 1] as const

const HAR_FILE = /\.har$/i
/** How a HAR file, as Playwright writes it, names content that is in a separate file. */
const ATTACHED_NAME = /"_file"\s*:\s*"([^"\\]+)"/g

/** A file in an archive. */
interface ZipEntry {
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
  const start = bufferOf(bytes).indexOf(FILE_SIGNATURE)
  if (start >= 0 && bytes[start + FLAGS_OFFSET]! & ENCRYPTED_BIT) throw encryptedArchive()
  const budget = createByteBudget()
  const files = pagesAmong(unpack(bytes, pageFilter(budget)))
  if (files.size === 0) throw withoutPages(KIND)
  const hars = [...files].filter(([name]) => HAR_FILE.test(name))
  const attachments = new Map(hars.map(([name, har]) => [name, readAttached(name, har, bytes, budget)]))
  const attachedPaths = new Set([...attachments.values()].flatMap(({ paths }) => paths))
  const isPartOfPage = singleFileParts(files)
  const names = [...files.keys()].filter(name => !attachedPaths.has(name) && !isPartOfPage(name))
  const sortedNames = names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  return sortedNames.map(name => {
    const contents = attachments.get(name)?.contents
    return { name, bytes: ownBuffer(files.get(name)!), ...(contents?.size && { attached: contents }) }
  })
}

/** Returns the files that are pages by their names and contents; of a WACZ file, its archives. */
function pagesAmong(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const archives = [...files].filter(([name]) => WACZ_ARCHIVE.test(name))
  if (files.has(WACZ_MANIFEST) && archives.length > 0) return new Map(archives)
  return new Map([...files].filter(([name, content]) => PAGE_FILE.test(name) || isHtml(content)))
}

const isHtml = (content: Uint8Array): boolean =>
  HTML_START.test(bufferOf(content).toString('latin1', 0, HTML_START_LENGTH)) &&
  !bufferOf(content).includes(SERVER_SCRIPT)

const PAGE_OF_SINGLE_FILE = 'index.html'

/**
 * Returns a predicate for files that belong to a page packed by SingleFile, which writes the page as `index.html`, beside a
 * manifest and a folder with its frames.
 */
function singleFileParts(files: ReadonlyMap<string, Uint8Array>): (name: string) => boolean {
  const folders = [...files]
    .filter(([name, content]) => name.endsWith(PAGE_OF_SINGLE_FILE) && isSavedBySingleFile(content))
    .map(([name]) => name.slice(0, -PAGE_OF_SINGLE_FILE.length))
  return name =>
    folders.some(folder => name === `${folder}manifest.json` || name.startsWith(`${folder}frames/`))
}

/** Packing makes a file larger by a few bytes at most. A directory that says otherwise would leave the end of a page out. */
const isLie = ({ size, originalSize }: UnzipFileInfo) => size > 2 * originalSize + PACKING_BYTES
const PACKING_BYTES = 1_024

function pageFilter(budget: ByteBudget): (file: UnzipFileInfo) => boolean {
  let [entries, pages] = [0, 0]
  return file => {
    const { name, originalSize } = file
    if (++entries > SAVED_FILE_BOUNDS.entries) throw tooManyEntries(KIND)
    if (OFFICE_FILES.has(name)) throw officeDocument()
    if (ACCOMPANYING_FILE.test(name)) return false
    if (PAGE_FILE.test(name)) pages++
    else if (!ADDRESS_FILE.test(name) || originalSize > SAVED_FILE_BOUNDS.pageBytes) return false
    if (pages > SAVED_FILE_BOUNDS.pages) throw tooManyPages()
    if (isLie(file)) throw unreadable(KIND)
    // At most this many bytes are unpacked of an entry, whatever its real size is.
    budget.take(originalSize)
    return true
  }
}

/** Reads the separate files that a HAR file names; files larger than the bound for a page are left out. */
function readAttached(har: string, content: Uint8Array, archive: Uint8Array, budget: ByteBudget) {
  const folder = har.slice(0, har.lastIndexOf('/') + 1)
  const fileNames = [...new TextDecoder().decode(content).matchAll(ATTACHED_NAME)].map(([, name]) => name!)
  const paths = [...new Set(fileNames)].map(name => folder + name)
  const pathSet = new Set(paths)
  const isAttached = ({ name, originalSize }: UnzipFileInfo) => {
    if (!pathSet.has(name) || originalSize > SAVED_FILE_BOUNDS.pageBytes) return false
    budget.take(originalSize)
    return true
  }
  const unpacked = pathSet.size > 0 ? unpack(archive, isAttached) : new Map<string, Uint8Array>()
  const contents = new Map([...unpacked].map(([path, bytes]) => [path.slice(folder.length), bytes]))
  return { paths, contents }
}

function unpack(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Map<string, Uint8Array> {
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })))
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(KIND, error)
  }
}
