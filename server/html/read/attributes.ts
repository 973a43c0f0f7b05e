import { decodeHTMLAttribute } from 'entities/decode'
import { type AttributeSpan, createSpan, nextAttribute, TAG_ENDS } from '../scan/attribute-spans.ts'
import { AMPERSAND, BEYOND_ASCII, lowerCode, lowerText, SPACE } from '../scan/characters.ts'
import { cut, cutPlain, type MarkupSource, nameIn, withoutNul } from '../scan/source.ts'
import type { Tree } from '../tree/tree.ts'
import { spend } from '../work.ts'

const span = createSpan()

/**
 * Returns the value of an element's attribute, cut from the source, or null if it has none of that name. Ignores the case of
 * the name.
 */
export function readAttribute(tree: Tree, node: number, name: string): string | null {
  spendOnTag(tree, node)
  const value = findIn(tree.source, tree.from[node]!, tree.to[node]!, name)
  if (value !== null || tree.more.size === 0 || !tree.more.has(node)) return value
  return readAttributes(tree, node).get(lowerText(name)) ?? null
}

/** Spends the work of searching an element's attributes, which grows with the length of its tag. */
export const spendOnTag = ({ work, from, to }: Tree, node: number): void =>
  spend(work, 1 + ((to[node]! - from[node]!) << 1))

/** Returns the value of an attribute between two offsets of the source. */
export function findIn(source: MarkupSource, from: number, to: number, name: string): string | null {
  return findSpan(source, from, to, name) && readValue(source)
}

/** Returns the position of an attribute between two offsets. The record is reused by the next search. */
export function findSpan(source: MarkupSource, from: number, to: number, name: string): AttributeSpan | null {
  for (let at = from; at < to; ) {
    at = nextAttribute(source, at, span)
    if (at === TAG_ENDS) return null
    if (isNamed(source, name)) return span
  }
  return null
}

/** Returns all attributes of an element by name, in lower case. */
export function readAttributes({ source, from, to, more }: Tree, node: number): Map<string, string> {
  const attributes = readAttributesBetween(source, from[node]!, to[node]!)
  for (const [start, end] of more.get(node) ?? []) addFrom(source, start, end, attributes)
  return attributes
}

/** Returns the attributes between two offsets of the source. */
export function readAttributesBetween(source: MarkupSource, from: number, to: number): Map<string, string> {
  const attributes = new Map<string, string>()
  addFrom(source, from, to, attributes)
  return attributes
}

function addFrom(source: MarkupSource, from: number, to: number, attributes: Map<string, string>): void {
  for (let at = from; at < to; ) {
    at = nextAttribute(source, at, span)
    if (at === TAG_ENDS) return
    const name = nameOf(source)
    // If a name occurs twice, the first attribute counts.
    if (!attributes.has(name)) attributes.set(name, readValue(source))
  }
}

const nameOf = (source: MarkupSource): string => nameIn(source, span.nameFrom, span.nameTo)

function isNamed(source: MarkupSource, name: string): boolean {
  const length = span.nameTo - span.nameFrom
  // A character never takes fewer bytes than UTF-16 units.
  if (length < name.length) return false
  for (let i = 0; i < length; i++) {
    const code = source.bytes[span.nameFrom + i]!
    if (code >= BEYOND_ASCII || code === 0) return nameOf(source) === lowerText(name)
    const expected = name.charCodeAt(i)
    if (code !== expected && lowerCode(code) !== lowerCode(expected)) return false
  }
  return length === name.length
}

function readValue(source: MarkupSource): string {
  if (isPlain(source, span.valueFrom, span.valueTo)) return cutPlain(source, span.valueFrom, span.valueTo)
  const value = withoutReturns(withoutNul(cut(source, span.valueFrom, span.valueTo)))
  return value.includes('&') ? decodeHTMLAttribute(value) : value
}

/** Whether a value is plain ASCII that needs no decoding. */
function isPlain({ bytes }: MarkupSource, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = bytes[at]!
    if (code < SPACE || code === AMPERSAND || code >= BEYOND_ASCII) return false
  }
  return true
}

/** Normalises all line breaks to line feeds. */
export const withoutReturns = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
