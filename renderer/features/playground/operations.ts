import type { OutputOf } from '../../lib/client.ts'
import type { RecordName } from '../../lib/record-names.ts'
import type { Route } from '../../lib/request.ts'
import type { Draft } from './drafts.ts'

/** An operation as the service describes it. */
export type Operation = OutputOf<'operation-list'>['data'][number]

/** An entry of the list: an operation, with preset input. */
export interface Offer {
  operation: Operation
  label: string
  hint: string
  input?: Record<string, unknown>
}

export interface OfferGroup {
  name: string
  offers: Offer[]
}

const wordOf = (group: string) => group.charAt(0).toUpperCase() + group.slice(1)

/** The operations that run a parser, listed by the name of each parser. */
const runsParser = ({ path_fields }: Operation) => path_fields.includes('parserId')

/** All operations in the order of the docs, and each parser by name, once per way to run it. */
export function offerGroups(operations: readonly Operation[], parsers: readonly RecordName[]): OfferGroup[] {
  const groups = Map.groupBy(operations, ({ group }) => group)
  const named = operations.filter(runsParser).flatMap(operation =>
    parsers.map(({ id, name }) => ({
      operation,
      label: name,
      hint: operation.id,
      input: { parserId: id },
    })),
  )
  const plain = [...groups].map(([group, members]) => ({
    name: wordOf(group),
    offers: members.map(operation => ({ operation, label: operation.id, hint: operation.summary })),
  }))
  return [
    ...plain.slice(0, 1),
    ...(named.length ? [{ name: 'Your parsers', offers: named.sort(byLabel) }] : []),
    ...plain.slice(1),
  ]
}

const byLabel = (a: Offer, b: Offer) => a.label.localeCompare(b.label)

/** The groups with the entries that match all words of a search. */
export function searchOffers(groups: readonly OfferGroup[], search: string): OfferGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, hint, operation }: Offer) => {
    const text = `${label} ${hint} ${operation.id} ${operation.summary} ${operation.path}`.toLowerCase()
    return words.every(word => text.includes(word))
  }
  return groups
    .map(group => ({ ...group, offers: group.offers.filter(fits) }))
    .filter(({ offers }) => offers.length)
}

/** The operation that reads saved pages instead of fetching them. */
export const savedPagesOf = ({ path }: Operation, operations: readonly Operation[]) =>
  operations.find(other => other.path === path.replace('/v1/', '/v1/extract/') && other.files.length)

/** `1 credit`, `free`. */
export const priceOf = (credits: number | null) =>
  credits ? `${credits} ${credits === 1 ? 'credit' : 'credits'}` : 'free'

/** The method of a call. */
export const methodOf = ({ methods }: Operation, { method }: Pick<Draft, 'method'>): Route['method'] =>
  method ?? (methods[0] as Route['method'])
