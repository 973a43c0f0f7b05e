import { decodeText } from '../pages/charset.ts'
import { RESOURCE_KINDS, type ResourceKind, type Resources, resourceAddress } from './resources.ts'

/** An empty address: it causes no request. */
export const EMPTY_ADDRESS = 'data:,'
const EMBEDDED_TYPE =
  /^(?:image|font)\/[\w.+-]+|^application\/(?:x-)?font[\w.+-]*|^application\/octet-stream/i
/** Maximum number of characters in all data addresses together. */
const MAX_DATA_LENGTH = 40_000_000
/** Maximum number of bytes in all style sheets, and in drawings that sprites are taken from, together. */
const MAX_TEXT_BYTES = 5_000_000
/** Data addresses up to this length are written in place. */
const MAX_INLINE_LENGTH = 200

/** A style sheet, and the base of its addresses. */
export interface Sheet {
  css: string
  base: string | null
}

/** An SVG picture as text, and its address. */
interface Drawing {
  svg: string
  base: string
}

/** Embeds the resources that a page needs for its looks. */
export interface Embedder {
  /** Returns the style sheet at an address, or null if it is not available or all sheets together would be too long. */
  sheet(kind: 'sheet' | 'import', reference: string, base: string | null): Sheet | null
  /** Returns the text of the picture at an address, or null as for a sheet. */
  drawing(reference: string, base: string | null): Drawing | null
  /** Returns a data address with the resource, or `EMPTY_ADDRESS` if it is not available. */
  address(kind: ResourceKind, reference: string, base: string | null): string
  /** Returns a placeholder for the text of a style sheet. */
  style(css: string): string
  /** Returns the page with all placeholders replaced. */
  finish(html: string): string
  /** Addresses that nobody has tried to fetch yet, most needed first. */
  missing(): string[]
}

/**
 * Creates an embedding for a page that is being written. A short placeholder stands for each resource until the page is
 * finished, so that the length of the resources does not count when the page is cut.
 */
export function createEmbedder(resources: Resources): Embedder {
  const missingByKind = new Map(RESOURCE_KINDS.map(kind => [kind, new Set<string>()]))
  const placeholder = `data:,${Math.random().toString(36).slice(2)}-`
  const placeholderPattern = new RegExp(`${placeholder}(\\d+);`, 'g')
  const texts: string[] = []
  const numbers = new Map<string, number>()
  let dataLeft = MAX_DATA_LENGTH
  let textLeft = MAX_TEXT_BYTES

  const find = (kind: ResourceKind, reference: string, base: string | null) => {
    const url = resourceAddress(reference, base)
    if (!url) return null
    const resource = resources.get(url)
    if (resource === undefined) missingByKind.get(kind)!.add(url)
    return resource ?? null
  }

  const placeholderFor = (text: string): string => {
    const number = numbers.get(text) ?? texts.push(text) - 1
    numbers.set(text, number)
    return `${placeholder}${number};`
  }

  const placeholderForData = (data: string): string => {
    dataLeft -= data.length
    return dataLeft < 0 ? EMPTY_ADDRESS : placeholderFor(data)
  }

  const fillPlaceholders = (text: string): string =>
    text.replace(placeholderPattern, (_, number) => fillPlaceholders(texts[number] ?? EMPTY_ADDRESS))

  const findText = (kind: ResourceKind, reference: string, base: string | null, type: string) => {
    const resource = find(kind, reference, base)
    if (!resource || textLeft < resource.bytes.length) return null
    textLeft -= resource.bytes.length
    return { text: decodeText(resource.bytes, resource.contentType ?? type), base: resource.url }
  }

  return {
    sheet(kind, reference, base) {
      const found = findText(kind, reference, base, 'text/css')
      return found && { css: found.text, base: found.base }
    },
    drawing(reference, base) {
      const found = findText('picture', reference, base, 'image/svg+xml')
      return found && { svg: found.text, base: found.base }
    },
    address(kind, reference, base) {
      const trimmed = reference.trim()
      if (/^data:/i.test(trimmed))
        return trimmed.length > MAX_INLINE_LENGTH ? placeholderForData(escapeDataAddress(trimmed)) : trimmed
      const resource = find(kind, trimmed, base)
      const [type] = EMBEDDED_TYPE.exec(resource?.contentType ?? '') ?? []
      return resource && type
        ? placeholderForData(`data:${type};base64,${base64(resource.bytes)}`)
        : EMPTY_ADDRESS
    },
    style: placeholderFor,
    finish: fillPlaceholders,
    missing: () => [...new Set(RESOURCE_KINDS.flatMap(kind => [...missingByKind.get(kind)!]))],
  }
}

/** Escapes a data address of the page for use in attributes and in CSS. */
const escapeDataAddress = (data: string) =>
  data.replace(/["'<>\\\s]/g, sign => `%${sign.codePointAt(0)!.toString(16).padStart(2, '0')}`)

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
