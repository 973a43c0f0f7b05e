import { buffer } from 'node:stream/consumers'
import { type MimeNode, Splitter } from 'mailsplit'
import { ownBuffer } from '../base/own-buffer.ts'
import { isWeb } from './own-address.ts'
import { createRoom, type Room } from './room.ts'
import { LOOK_TYPE, SAVED_FILE_BOUNDS, type SavedAnswer, type SavedPage } from './saved-file.ts'
import { unreadable, withoutPages } from './saved-file-errors.ts'

const KIND = 'MHTML file'
const MAX_HEAD_BYTES = 64 * 1024
const DOCUMENT = /^(?:text\/html|application\/xhtml\+xml|text\/xml|application\/xml)$/

/** A part of the file, still in its Content-Transfer-Encoding: the page, one of its frames, or a resource for its looks. */
interface Part {
  node: MimeNode
  packed: Buffer[]
}

/** Reads a file that was saved as "Webpage, single file": the page without its frames, and the resources for its looks. */
export async function readMhtml(bytes: Uint8Array): Promise<SavedPage> {
  const { root, parts } = await partsOf(bytes)
  const documents = parts.filter(({ node }) => DOCUMENT.test(node.contentType || ''))
  const start = root && startOf(root)
  const page = documents.find(({ node }) => start && fieldOf(node, 'content-id') === start) ?? documents[0]
  if (!page) throw withoutPages(KIND)
  const content = await decoded(page)
  const room = createRoom()
  room.take(content.length)
  const addresses = [
    fieldOf(page.node, 'content-location'),
    root && fieldOf(root, 'snapshot-content-location'),
  ]
  const url = addresses.find(address => address && isWeb(address)) ?? null
  const looks = () => looksOf(parts, room)
  return { url, contentType: typeOf(page.node), bytes: ownBuffer(content), name: null, answers: [], looks }
}

async function looksOf(parts: Part[], room: Room): Promise<SavedAnswer[]> {
  const looks: SavedAnswer[] = []
  for (const part of parts) {
    const url = fieldOf(part.node, 'content-location')
    if (!url || !LOOK_TYPE.test(part.node.contentType || '')) continue
    const bytes = ownBuffer(await decoded(part))
    room.take(bytes.length)
    looks.push({ url, status: 200, contentType: typeOf(part.node) ?? '', bytes })
  }
  return looks
}

async function partsOf(bytes: Uint8Array): Promise<{ root: MimeNode | undefined; parts: Part[] }> {
  const { entries } = SAVED_FILE_BOUNDS
  const splitter = new Splitter({ maxHeadSize: MAX_HEAD_BYTES, maxChildNodes: entries, ignoreEmbedded: true })
  const parts: Part[] = []
  let root: MimeNode | undefined
  splitter.end(withoutBlankLines(bytes))
  try {
    for await (const piece of splitter) {
      if (piece.type === 'node') {
        root ??= piece
        if (isRead(piece)) parts.push({ node: piece, packed: [] })
      } else if (piece.type === 'body' && parts.at(-1)?.node === piece.node)
        parts.at(-1)!.packed.push(piece.value)
    }
  } catch (cause) {
    throw unreadable(KIND, cause)
  }
  return { root, parts }
}

/** Removes empty lines at the start, which would end the header fields of the file. */
function withoutBlankLines(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex(byte => byte !== 0x0d && byte !== 0x0a)
  return bytes.subarray(Math.max(0, start))
}

const isRead = ({ contentType }: MimeNode) =>
  DOCUMENT.test(contentType || '') || LOOK_TYPE.test(contentType || '')

async function decoded({ node, packed }: Part): Promise<Buffer> {
  const decoder = node.getDecoder()
  const content = buffer(decoder)
  for (const piece of packed) decoder.write(piece)
  decoder.end()
  return content
}

/** Returns the id of the part that the header names as the page (RFC 2387, section 3.2). */
const startOf = (root: MimeNode) => /;\s*start="?([^";]+)"?/i.exec(fieldOf(root, 'content-type') ?? '')?.[1]

const fieldOf = ({ headers }: MimeNode, name: string) => headers.getFirst(name).trim() || null

const typeOf = ({ contentType, charset }: MimeNode) =>
  charset ? `${contentType}; charset=${charset}` : contentType || null
