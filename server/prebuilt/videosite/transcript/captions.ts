import type { Reader } from '../../define-prebuilt.ts'
import { at, listAt, stringAt } from '../../json-walk.ts'
import type { Segment, TranscriptPart } from './output.ts'

const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const FORMATTING = /<\/?(?:b|i|u|s|em|strong|font|span|small|big|c|v|lang|ruby|rt|rp)(?:[\s.][^<>]*)?>/gi

/** Decodes XML entities. Each call decodes one level, because some captions are escaped twice. */
const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (entity, decimal, hexadecimal, name) => {
    if (name) return NAMED_ENTITIES[name.toLowerCase()]!
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })

/** Returns a caption without formatting and surrounding blanks, or nothing if its text is empty. */
export function toSegments(text: string, start: number | null, duration: number | null): Segment[] {
  const plain = text.replace(FORMATTING, '').trim()
  return plain === '' ? [] : [{ text: plain, start, duration }]
}

/** Reads a time in milliseconds, given as a number or as digits. */
export function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{1,12}$/.test(value) ? Number(value) : null
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
}

/** Converts a time in milliseconds to seconds. */
export function secondsOf(milliseconds: unknown): number | null {
  const value = millisecondsOf(milliseconds)
  return value === null ? null : value / 1000
}

/** Joins all captions into one text, with spaces between them and in place of line breaks. */
export const fullText = (segments: Segment[]): string =>
  segments.map(({ text }) => text.replace(/\s+/g, joinLines)).join(' ')

const joinLines = (blanks: string) => (blanks.includes('\n') ? ' ' : blanks)

/**
 * Captions as JSON: events in milliseconds. Events that open a window have no text; events that append have only a line
 * break.
 */
export const jsonCaptions: Reader<TranscriptPart> = {
  layout: 'events (json3)',
  recognise: body => (listAt(body, 'events').length > 0 ? at(body, 'events') : undefined),
  read: events => ({
    segments: (events as unknown[]).flatMap(event => {
      const text = listAt(event, 'segs').map(part => stringAt(part, 'utf8') ?? '')
      return toSegments(text.join(''), secondsOf(at(event, 'tStartMs')), secondsOf(at(event, 'dDurationMs')))
    }),
  }),
}

/** The first XML format: times in seconds, texts escaped twice. */
export const plainCaptions: Reader<TranscriptPart> = {
  layout: '<transcript> (srv1)',
  recognise: body => xmlWithRoot(body, 'transcript'),
  read: xml => ({
    segments: elementsOf(xml as string, 'text').flatMap(({ attribute, content }) =>
      toSegments(
        decodeEntities(decodeEntities(content)),
        parseDecimal(attribute('start')),
        parseDecimal(attribute('dur')),
      ),
    ),
  }),
}

/** The third XML format: times in milliseconds; a paragraph may hold its words one by one. */
export const timedCaptions: Reader<TranscriptPart> = {
  layout: '<timedtext> (srv3)',
  recognise: body => xmlWithRoot(body, 'timedtext'),
  read: xml => ({
    segments: elementsOf(xml as string, 'p').flatMap(({ attribute, content }) => {
      const text = decodeEntities(content.replace(/<[^<>]*>/g, ''))
      return toSegments(text, secondsOf(attribute('t')), secondsOf(attribute('d')))
    }),
  }),
}

/** Returns the XML if its root element has this name. */
const xmlWithRoot = (body: unknown, root: string): string | undefined =>
  typeof body === 'string' && new RegExp(`^\\s*(?:<\\?[^<>]*>\\s*)?<${root}[\\s>]`).test(body)
    ? body
    : undefined

interface XmlElement {
  attribute(name: string): string | undefined
  content: string
}

/** Returns the elements of one name, which are never nested. An element that is cut off is left out. */
function elementsOf(xml: string, name: string): XmlElement[] {
  const pieces = xml.split(new RegExp(`<${name}(?=[\\s>])`)).slice(1)
  return pieces.flatMap(piece => {
    const [attributes = '', ...rest] = piece.split('>')
    const content = rest.join('>')
    const end = content.indexOf(`</${name}`)
    const attribute = (key: string) => new RegExp(`\\s${key}=["']([^"']*)["']`).exec(attributes)?.[1]
    return end === -1 || attributes.endsWith('/') ? [] : [{ attribute, content: content.slice(0, end) }]
  })
}

const parseDecimal = (text = ''): number | null =>
  /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) : null
