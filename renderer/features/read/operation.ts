import type { OutputOf } from '../../lib/service/client.ts'
import type { FileLimits } from '../../ui/drop-files.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'

/** Fields that the page shows elsewhere or sets itself. */
const OTHER_FIELDS = ['url', 'html', 'format', 'from', 'find', 'links']

/** The facts about an operation that the page needs. */
export interface OperationFacts {
  /** The fields of its options. */
  options: JsonSchema
  /** The limits of its file. */
  limits: FileLimits
  /** The price in credits of a fetched page. */
  price: number
  /** The price in credits of a file, which is that of a parse. */
  filePrice: number
}

export function operationFacts(
  operations: OutputOf<'operation-list'>['data'],
  operationId: 'page-read' | 'page-links',
): OperationFacts {
  const read = operations.find(({ id }) => id === operationId)!
  const parse = operations.find(({ id }) => id === 'parse')!
  const { properties = {} } = read.input as JsonSchema
  const options = Object.entries(properties)
    .filter(([name]) => !OTHER_FIELDS.includes(name))
    .sort(([, a], [, b]) => Number(isGroup(a)) - Number(isGroup(b)))
  return {
    options: { properties: Object.fromEntries(options) },
    limits: read.uploads.html!,
    price: read.credits,
    filePrice: parse.credits,
  }
}

/** Whether a field groups other fields. Groups are shown below the other fields. */
const isGroup = ({ properties }: JsonSchema) => properties !== undefined
