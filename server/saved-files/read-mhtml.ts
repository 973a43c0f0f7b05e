import { buffer } from 'node:stream/consumers'
import { type MimeNode, Splitter } from 'mailsplit'
import { ownBuffer } from '../base/own-buffer.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import { isWebAddress } from './own-address.ts'
import { LOOK_TYPE, SAVED_FILE_BOUNDS, type SavedAnswer, type SavedPage } from './saved-file.ts'
import { unreadable, withoutPages } from './saved-file-errors.ts'

const KIND = 'MHTML file'
const MAX_HEAD_BYTES = 64 * 1024
const DOCUMENT = /^(?:text\/html|application\/xhtml\+xml|text\/xml|application\/xml)$/

/** A part of the file, still in its Content-Transfer-Encoding: the page, one of its frames, or a resource for its looks. */
interface MimePart {
  node: MimeNode
  packed: Buffer[]
  /** Whether its boundary follows, so that it is not cut off. */
  isWhole: boolean
}

/** Reads a file that was saved as "Webpage, single file": the page without its frames, and the resources for its looks. */
export async function readMhtml(bytes: Uint8Array): Promise<SavedPage> {
  const { root, parts } = await partsOf(bytes)
  const documents = parts.filter(({ node }) => DOCUMENT.test(node.contentType || ''))
  const startId = root && startIdOf(root)
  const page =
    documents.find(({ node }) => startId && fieldOf(node, 'content-id') === startId) ?? documents[0]
  if (!page) throw withoutPages(KIND)
  if (!page.isWhole && page.node !== root) throw unreadable(KIND)
  const content = await decodePart(page)
  const budget = createByteBudget()
  budget.take(content.length)
  const addresses = [
    addressIn(page.node, 'content-location'),
    root && addressIn(root, 'snapshot-content-location'),
  ]
  const url = addresses.find(address => address && isWebAddress(address)) ?? null
  const looks = () => looksOf(parts, budget)
  return { url, contentType: typeOf(page.node), bytes: ownBuffer(content), name: null, answers: [], looks }
}

async function looksOf(parts: MimePart[], budget: ByteBudget): Promise<SavedAnswer[]> {
  const looks: SavedAnswer[] = []
  for (const part of parts) {
    const url = addressIn(part.node, 'content-location')
    if (!url || !LOOK_TYPE.test(part.node.contentType || '')) continue
    const bytes = ownBuffer(await decodePart(part))
    budget.take(bytes.length)
    looks.push({ url, status: 200, contentType: typeOf(part.node) ?? '', bytes })
  }
  return looks
}

async function partsOf(bytes: Uint8Array): Promise<{ root: MimeNode | undefined; parts: MimePart[] }> {
  const { entries } = SAVED_FILE_BOUNDS
  const splitter = new Splitter({ maxHeadSize: MAX_HEAD_BYTES, maxChildNodes: entries, ignoreEmbedded: true })
  splitter.end(withoutBlankLines(bytes))
  try {
    return await collectParts(splitter)
  } catch (cause) {
    throw unreadable(KIND, cause)
  }
}

async function collectParts(splitter: Splitter) {
  const parts: MimePart[] = []
  let root: MimeNode | undefined
  for await (const chunk of splitter) {
    const last = parts.at(-1)
    if (last && chunk.type === 'data') last.isWhole = true
    if (chunk.type === 'node') {
      root ??= chunk
      if (isRead(chunk)) parts.push({ node: chunk, packed: [], isWhole: false })
    } else if (chunk.type === 'body' && last?.node === chunk.node) last.packed.push(chunk.value)
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

async function decodePart({ node, packed }: MimePart): Promise<Buffer> {
  const decoder = node.getDecoder()
  const content = buffer(decoder)
  for (const chunk of packed) decoder.write(chunk)
  decoder.end()
  return content
}

/** Returns the id of the part that the header names as the page (RFC 2387, section 3.2). */
const startIdOf = (root: MimeNode) => /;\s*start="?([^";]+)"?/i.exec(fieldOf(root, 'content-type') ?? '')?.[1]

const fieldOf = ({ headers }: MimeNode, name: string) => headers.getFirst(name).trim() || null

/** Returns the address in a field. White space in it only comes from lines that were folded (RFC 2557). */
const addressIn = (node: MimeNode, name: string) => fieldOf(node, name)?.replace(/\s+/g, '') ?? null

const typeOf = ({ contentType, charset }: MimeNode) =>
  charset ? `${contentType}; charset=${charset}` : contentType || null
