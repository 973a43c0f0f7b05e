import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { pictureOf } from '../image-addresses.ts'
import type { Mark } from './inline.ts'

/** Returns what is written for an address of the page; null if nothing is written. */
export type AddressRewriter = (address: string) => string | null

interface AddressContext {
  html: HtmlDocument
  addressFor: AddressRewriter
}

/**
 * The maximum lengths of an address and of the alternative text of a picture, since each escaped character takes memory
 * while it is written.
 */
const MAX_ADDRESS_LENGTH = 100_000
const MAX_ALT_LENGTH = 10_000

/** Reads the mark of a link; null if its address is not written. */
export function readLink(node: DocumentNode, context: AddressContext): Mark | null {
  const url = writableAddress(context.html.attribute(node, 'href'), context)
  return url ? { type: 'link', url } : null
}

/** Reads a picture: its alternative text, and its address; null if that is not written. */
export function readPicture(
  node: DocumentNode,
  context: AddressContext,
): { url: string | null; alt: string } {
  const { html } = context
  const alt = html.attribute(node, 'alt')?.slice(0, MAX_ALT_LENGTH).replace(/\s+/g, ' ').trim() ?? ''
  return { url: writableAddress(pictureOf(html, node), context), alt }
}

/**
 * Returns an address that can be written. A very long address is kept only if nothing in it needs escaping, as in Base64
 * pictures.
 */
function writableAddress(address: string | null, { addressFor }: AddressContext): string | null {
  const url = addressFor(address?.trim() ?? '') ?? ''
  const isWritable = url.length <= MAX_ADDRESS_LENGTH || /^[\w:/?#=+.,;%-]+$/.test(url)
  return isWritable ? url : null
}
