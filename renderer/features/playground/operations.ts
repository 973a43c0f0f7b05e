import { capitalized } from '../../../server/base/fields/labelled.ts'
import { searchText } from '../../../server/base/text/search-text.ts'
import type { OutputOf } from '../../lib/service/client.ts'
import type { RecordName } from '../../lib/service/record-names.ts'
import type { CallRoute } from '../../lib/service/request.ts'
import { variablesIn } from '../../lib/variables.ts'
import { counted } from '../../ui/counted.ts'
import { operationName } from '../../ui/operation-name.ts'
import type { SavedRequest } from '../../ui/saved/saved-requests.ts'
import type { RequestDraft } from './drafts.ts'

/** An operation as the service describes it. */
export type Operation = OutputOf<'operation-list'>['data'][number]

/** An entry of the list: an operation, optionally with preset input. */
export interface OperationEntry {
  operation: Operation
  label: string
  hint: string
  input?: Record<string, unknown>
  saved?: SavedRequest
}

export interface OperationGroup {
  name: string
  offers: OperationEntry[]
}

/** One of several operations that return the same result from different sources. */
export interface OperationVariant {
  operation: Operation
  label: string
}

/** Whether an operation runs a parser. */
const runsParser = ({ path_fields }: Operation) => path_fields.includes('parserId')

const isSavedPagesVariant = (saved: Operation, { path }: Operation) =>
  saved.files.length > 0 && saved.path === path.replace('/v1/', '/v1/extract/')

/** Finds the operation that extracts an API's data from saved pages instead of calling the platform. */
const savedPagesOf = (api: Operation, operations: readonly Operation[]) =>
  operations.find(other => isSavedPagesVariant(other, api))

/** Finds the API whose saved pages an operation reads. */
export const apiOf = (saved: Operation, operations: readonly Operation[]) =>
  operations.find(other => isSavedPagesVariant(saved, other))

const variantOf = (operation: Operation): OperationVariant => ({
  operation,
  label: operation.files.length
    ? 'From saved pages'
    : runsParser(operation)
      ? 'From an address'
      : 'From the platform',
})

/** Returns the operations that return the same result, including this one; those that fetch come first. */
export function variantsOf(operation: Operation, operations: readonly Operation[]): OperationVariant[] {
  if (runsParser(operation))
    return operations
      .filter(runsParser)
      .toSorted((a, b) => a.files.length - b.files.length)
      .map(variantOf)
  const api = apiOf(operation, operations) ?? operation
  const saved = savedPagesOf(api, operations)
  return (saved ? [api, saved] : [api]).map(variantOf)
}

/** Returns the part of an input that another operation accepts too, without files. */
export function sharedInput(input: Record<string, unknown>, { input: schema, files }: Operation) {
  const { properties = {} } = schema as { properties?: Record<string, unknown> }
  const acceptedFields = Object.entries(input).filter(([name]) => name in properties && !files.includes(name))
  return Object.fromEntries(acceptedFields)
}

/**
 * Returns all operations in the order of the docs, and each parser once by its name. An operation that is an alternative of
 * another one is not listed separately.
 */
export function operationGroups(
  operations: readonly Operation[],
  parsers: readonly RecordName[],
  saved: readonly SavedRequest[],
): OperationGroup[] {
  const groups = Map.groupBy(
    operations.filter(operation => !apiOf(operation, operations)),
    ({ group }) => group,
  )
  const [first] = operations.filter(runsParser).flatMap(operation => variantsOf(operation, operations))
  const parserEntries = parsers.map(({ id, name }) => ({
    operation: first!.operation,
    label: name,
    hint: 'Scrape an address, or parse a saved page.',
    input: { parserId: id },
  }))
  const apiGroups = [...groups].map(([group, members]) => ({
    name: capitalized(group),
    offers: members.map(operation => ({ operation, label: operation.id, hint: operation.summary })),
  }))
  const requests = saved.flatMap(request => {
    const operation = operations.find(({ id }) => id === request.operation)
    return operation
      ? [{ operation, label: request.name, hint: operationName(request.operation), saved: request }]
      : []
  })
  return [
    ...(requests.length ? [{ name: 'Saved requests', offers: requests }] : []),
    ...apiGroups.slice(0, 1),
    ...(first && parserEntries.length ? [{ name: 'Your parsers', offers: parserEntries.sort(byLabel) }] : []),
    ...apiGroups.slice(1),
  ]
}

/**
 * Returns the names of the variables in an input. In workflows, braces contain expressions, which are evaluated by workflow
 * runs.
 */
export const usedVariables = ({ group }: Operation, input: Record<string, unknown>) =>
  group === 'workflows' ? [] : [...new Set(variablesIn(input))]

const byLabel = (a: OperationEntry, b: OperationEntry) => a.label.localeCompare(b.label)

/** Returns the groups with only the entries that match all words of a search. */
export function searchGroups(groups: readonly OperationGroup[], search: string): OperationGroup[] {
  const words = searchText(search).split(/\s+/).filter(Boolean)
  const fits = ({ label, hint, operation }: OperationEntry) => {
    const text = searchText(`${label} ${hint} ${operation.id} ${operation.summary} ${operation.path}`)
    return words.every(word => text.includes(word))
  }
  return groups
    .map(group => ({ ...group, offers: group.offers.filter(fits) }))
    .filter(({ offers }) => offers.length)
}

/** Formats a price: `1 credit`, `free`. */
export const priceOf = (credits: number | null) => (credits ? counted(credits, 'credit') : 'free')

/** The method of a call. */
export const methodOf = (
  { methods }: Operation,
  { method }: Pick<RequestDraft, 'method'>,
): CallRoute['method'] => method ?? (methods[0] as CallRoute['method'])
