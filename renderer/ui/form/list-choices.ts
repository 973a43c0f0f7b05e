/** Whether the lists that a field or a search offers are still loading, or could not be loaded. */
export interface ListState {
  isPending: boolean
  isError: boolean
}

/** The state of several lists together. */
export const joinedState = (lists: readonly ListState[]): ListState => ({
  isPending: lists.some(({ isPending }) => isPending),
  isError: lists.some(({ isError }) => isError),
})

/** Says that nothing was found, which is certain only once all lists are loaded. */
export function nothingFoundText({ isPending, isError }: ListState, nothing = 'No matches'): string {
  if (isPending) return 'Names are still loading…'
  return isError ? `${nothing}, but some names could not be loaded` : nothing
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
