import { decodeText } from '../pages/charset.ts'
import { RESOURCE_KINDS, type ResourceKind, type Resources, resourceAddress } from './resources.ts'

/** An address behind which there is nothing: nobody is asked for it. */
export const NOTHING = 'data:,'
const EMBEDDED_TYPE =
  /^(?:image|font)\/[\w.+-]+|^application\/(?:x-)?font[\w.+-]*|^application\/octet-stream/i
/** Characters of all addresses with data together. */
const MOST_DATA = 40_000_000
/** Bytes of all style sheets, and of drawings that parts are taken from, together. */
const MOST_TEXT = 5_000_000
/** A short address with data is written where it stands. */
const SHORT = 200

/** A style sheet, and the address that its own addresses are relative to. */
export interface Sheet {
  css: string
  base: string | null
}

/** A picture that is text, and its address. */
export interface Drawing {
  svg: string
  base: string
}

/** What a page needs for its looks, put into it. */
export interface Embedding {
  /** A style sheet of another address; null where it is not available, or all sheets together are too long. */
  sheet(kind: 'sheet' | 'import', reference: string, base: string | null): Sheet | null
  /** A picture of another address as the text that it is; null as for a sheet. */
  drawing(reference: string, base: string | null): Drawing | null
  /** An address that holds the resource itself; one that holds nothing where it is not available. */
  address(kind: ResourceKind, reference: string, base: string | null): string
  /** What stands for the text of a style sheet until the page is finished. */
  style(css: string): string
  /** The page with everything in the places of the marks. */
  finish(html: string): string
  /** Addresses that nobody has tried yet, what is needed most first. */
  missing(): string[]
}

/**
 * Puts resources into a page as it is written. They are long: until the page is finished a short mark stands for each, so
 * that only the page itself counts where it is cut.
 */
export function createEmbedding(resources: Resources): Embedding {
  const untried = new Map(RESOURCE_KINDS.map(kind => [kind, new Set<string>()]))
  const mark = `data:,${Math.random().toString(36).slice(2)}-`
  const marks = new RegExp(`${mark}(\\d+);`, 'g')
  const texts: string[] = []
  const numbers = new Map<string, number>()
  let dataRoom = MOST_DATA
  let textRoom = MOST_TEXT

  const find = (kind: ResourceKind, reference: string, base: string | null) => {
    const url = resourceAddress(reference, base)
    if (!url) return null
    const resource = resources.get(url)
    if (resource === undefined) untried.get(kind)!.add(url)
    return resource ?? null
  }

  const markFor = (text: string): string => {
    const number = numbers.get(text) ?? texts.push(text) - 1
    numbers.set(text, number)
    return `${mark}${number};`
  }

  const markForData = (data: string): string => {
    dataRoom -= data.length
    return dataRoom < 0 ? NOTHING : markFor(data)
  }

  const fill = (text: string): string => text.replace(marks, (_, number) => fill(texts[number] ?? NOTHING))

  const findText = (kind: ResourceKind, reference: string, base: string | null, type: string) => {
    const resource = find(kind, reference, base)
    if (!resource || textRoom < resource.bytes.length) return null
    textRoom -= resource.bytes.length
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
      const own = reference.trim()
      if (/^data:/i.test(own)) return own.length > SHORT ? markForData(quoted(own)) : own
      const resource = find(kind, own, base)
      const [type] = EMBEDDED_TYPE.exec(resource?.contentType ?? '') ?? []
      return resource && type ? markForData(`data:${type};base64,${base64(resource.bytes)}`) : NOTHING
    },
    style: markFor,
    finish: fill,
    missing: () => [...new Set(RESOURCE_KINDS.flatMap(kind => [...untried.get(kind)!]))],
  }
}

/** Data of the page's own as they may stand in an attribute and in a text of CSS. */
const quoted = (data: string) =>
  data.replace(/["'<>\\\s]/g, sign => `%${sign.codePointAt(0)!.toString(16).padStart(2, '0')}`)

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
