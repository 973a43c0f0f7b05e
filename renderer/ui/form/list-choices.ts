import { MAX_NAMES, type RecordName } from '../../lib/service/record-names.ts'
import { numberText } from '../number-text.ts'

/** Whether the lists that a field or a search offers are still loading, or could not be loaded. */
export interface ListState {
  isPending: boolean
  isError: boolean
  /** Whether the service is still searching for what is typed. */
  isSearching?: boolean
  /** Whether there are more names than the list has. */
  isCut?: boolean
}

/** The state of a list of names, which ends after `MAX_NAMES`. */
export const namesState = (names: ListState & { data: readonly RecordName[] | undefined }): ListState => ({
  isPending: names.isPending,
  isError: names.isError,
  isCut: (names.data?.length ?? 0) >= MAX_NAMES,
})

/** Says which names a list has that is cut. */
export const THE_NEWEST = `the newest ${numberText(MAX_NAMES)}`

/** The state of several lists together. */
export const joinedState = (lists: readonly ListState[]): ListState => ({
  isPending: lists.some(({ isPending }) => isPending),
  isError: lists.some(({ isError }) => isError),
  isSearching: lists.some(({ isSearching }) => isSearching),
  isCut: lists.some(({ isCut }) => isCut),
})

/** Says that nothing was found, which is certain only once all lists are loaded. */
export function nothingFoundText(
  { isPending, isSearching, isError, isCut }: ListState,
  nothing = 'No matches',
): string {
  if (isSearching) return 'Searching…'
  if (isPending) return 'Names are still loading…'
  if (isError) return `${nothing}, but some names could not be loaded`
  return isCut ? `${nothing} among ${THE_NEWEST}` : nothing
}

interface Choice {
  value: string
  label: string
}

/** Adds the chosen value to choices without it, so that a field does not look empty while names are loading. */
export const withChosen = (
  choices: readonly Choice[],
  value: string | null | undefined,
  label = value,
): Choice[] =>
  !value || choices.some(choice => choice.value === value)
    ? [...choices]
    : [...choices, { value, label: label ?? value }]
