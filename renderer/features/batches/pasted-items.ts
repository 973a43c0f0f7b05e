import { DELIMITERS, delimiterOf } from '../../../server/base/text/csv.ts'
import { hasWebScheme } from '../../../server/base/web-scheme.ts'
import { fillText, type VariableValues } from '../../lib/variables.ts'

/** A field of an item, with its label. */
export interface ItemField {
  name: string
  title: string
}

/** Files that were created from pasted items. Their variables are filled in, while chosen files are sent unchanged. */
const pastedFiles = new WeakSet<File>()

const pastedFile = (text: string, name: string) => {
  const file = new File([text], name)
  pastedFiles.add(file)
  return file
}

/** Matches the start of JSON. Two braces start a variable, not an object. */
const JSON_START = /^(?:\[|\{(?!\{))/

/** Whether pasted text has the format of an upload: JSON, or a table with a header. Otherwise each line is a value. */
function isUploadFormat(text: string, fields: readonly string[]): boolean {
  if (JSON_START.test(text)) return true
  const header = text
    .split('\n', 1)[0]!
    .split(delimiterOf(text, DELIMITERS))
    .map(name => name.trim().replaceAll(/^"|"$/g, ''))
  const isTable = header.length > 1 && text.includes('\n') && !header.some(hasWebScheme)
  return isTable || header.every(name => name === 'custom_id' || fields.includes(name))
}

/** Returns the value of a line that is in quotes as a whole, as a cell of a CSV with a comma is. */
const withoutQuotes = (line: string) =>
  /^"(?:[^"]|"")*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line

/**
 * Converts pasted text to a file of items: CSV and JSON unchanged, otherwise a value of `field` per line. Returns null for
 * blank text.
 */
export function itemsFileOf(pastedText: string, field: string, fields: readonly string[]): File | null {
  const text = pastedText.trim()
  if (!text) return null
  if (isUploadFormat(text, fields)) return pastedFile(text, 'pasted')
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(line => JSON.stringify({ input: { [field]: withoutQuotes(line) } }))
  return pastedFile(lines.join('\n'), 'pasted.ndjson')
}

/**
 * Returns a function that escapes a value for the text. In JSON, the value is escaped like a string. In CSV, a value that
 * needs quotes is left out, since the cell may already be quoted.
 */
function escaperFor(text: string): (value: string) => string | null {
  if (JSON_START.test(text)) return value => JSON.stringify(value).slice(1, -1)
  const needQuotes = ['"', '\r', '\n', delimiterOf(text, DELIMITERS)]
  return value => (needQuotes.some(character => value.includes(character)) ? null : value)
}

/** Replaces the variables in pasted items by their values. Any other file is returned unchanged. */
export async function fillItems(items: File, valuesOf: () => Promise<VariableValues>): Promise<File> {
  if (!pastedFiles.has(items)) return items
  const text = await items.text()
  if (!text.includes('{{')) return items
  const escapeValue = escaperFor(text)
  const fittingValues = [...(await valuesOf())].flatMap(([name, value]) => {
    const escaped = escapeValue(value)
    return escaped === null ? [] : [[name, escaped] as const]
  })
  return new File([fillText(text, new Map(fittingValues))], items.name)
}
