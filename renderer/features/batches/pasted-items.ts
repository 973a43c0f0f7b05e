import { fillText, type Values } from '../../lib/variables.ts'

/** A field of an item, and what people call it. */
export interface ItemField {
  name: string
  title: string
}

/** Files of pasted items, in which variables are filled; a file that was chosen is sent as it is. */
const pastedFiles = new WeakSet<File>()

const pastedFile = (text: string, name: string) => {
  const file = new File([text], name)
  pastedFiles.add(file)
  return file
}

const ADDRESS = /^https?:\/\//i

/** A variable has two braces. */
const JSON_START = /^(?:\[|\{(?!\{))/

/** Whether pasted text has the format of an upload: JSON, or a table with a header. Otherwise each line is one value. */
function isFile(text: string, fields: readonly string[]): boolean {
  if (JSON_START.test(text)) return true
  const header = text
    .split('\n', 1)[0]!
    .split(',')
    .map(name => name.trim())
  const isTable = header.length > 1 && text.includes('\n') && !header.some(name => ADDRESS.test(name))
  return isTable || header.every(name => name === 'custom_id' || fields.includes(name))
}

/** Pasted text as a file of items: CSV and JSON unchanged, else one value of `field` per line. Null for blank text. */
export function itemsFileOf(pasted: string, field: string, fields: readonly string[]): File | null {
  const text = pasted.trim()
  if (!text) return null
  if (isFile(text, fields)) return pastedFile(text, 'pasted')
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(value => JSON.stringify({ input: { [field]: value } }))
  return pastedFile(lines.join('\n'), 'pasted.ndjson')
}

/** Characters that a cell of CSV holds in quotes alone. */
const QUOTED = /[",\r\n]/

/** In JSON a value is written as its strings are; in CSV one that needs quotes is left out, since they may be there. */
const writerOf = (text: string) => (value: string) =>
  JSON_START.test(text) ? JSON.stringify(value).slice(1, -1) : QUOTED.test(value) ? null : value

/** Pasted items with the values of their variables; any other file as it is. */
export async function fillItems(items: File, valuesOf: () => Promise<Values>): Promise<File> {
  if (!pastedFiles.has(items)) return items
  const text = await items.text()
  if (!text.includes('{{')) return items
  const write = writerOf(text)
  const fitting = [...(await valuesOf())].flatMap(([name, value]) => {
    const written = write(value)
    return written === null ? [] : [[name, written] as const]
  })
  return new File([fillText(text, new Map(fitting))], items.name)
}
