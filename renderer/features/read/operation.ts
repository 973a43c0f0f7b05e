import type { OutputOf } from '../../lib/service/client.ts'
import type { Limits } from '../../ui/drop-files.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'

/** Fields that the page shows elsewhere, or chooses by itself. */
const ELSEWHERE = ['url', 'html', 'format', 'from', 'find', 'links']

/** What the page needs to know of an operation that reads pages. */
export interface Operation {
  /** The fields of its options. */
  options: JsonSchema
  /** Of its file. */
  limits: Limits
  /** Credits for a page that is fetched. */
  price: number
  /** Credits for a file, which costs what a parse costs. */
  filePrice: number
}

export function operationIn(
  operations: OutputOf<'operation-list'>['data'],
  wanted: 'page-read' | 'page-links',
): Operation {
  const read = operations.find(({ id }) => id === wanted)!
  const parse = operations.find(({ id }) => id === 'parse')!
  const { properties = {} } = read.input as JsonSchema
  const options = Object.entries(properties)
    .filter(([name]) => !ELSEWHERE.includes(name))
    .sort(([, a], [, b]) => Number(isGroup(a)) - Number(isGroup(b)))
  return {
    options: { properties: Object.fromEntries(options) },
    limits: read.uploads.html!,
    price: read.credits,
    filePrice: parse.credits,
  }
}

/** Fields of one subject, which stand below the others. */
const isGroup = ({ properties }: JsonSchema) => properties !== undefined
