import type { FrameTree } from './frame-tree.ts'

/** What a person has chosen on a page. Elements go by their numbers. */
export interface PickState {
  on: boolean
  /** The page that the numbers are of. */
  tree: FrameTree | null
  /** What the pointer or the keys are at. */
  pointed: number | null
  chosen: readonly number[]
  excluded: readonly number[]
  /** Path of the rule that is picked anew; null where a field is added. */
  target: string | null
  /** What the rule at hand finds. */
  matches: readonly number[]
}

export const IDLE: PickState = {
  on: false,
  tree: null,
  pointed: null,
  chosen: [],
  excluded: [],
  target: null,
  matches: [],
}

const without = (numbers: readonly number[], number: number) => numbers.filter(other => other !== number)
const toggled = (numbers: readonly number[], number: number) =>
  numbers.includes(number) ? without(numbers, number) : [...numbers, number]

/** The element is chosen, or no longer. */
export const choose = (state: PickState, number: number): PickState => ({
  ...state,
  chosen: toggled(state.chosen, number),
  excluded: without(state.excluded, number),
})

/** The element must not be found, or may be again. Without anything chosen there is nothing that could find it. */
export const exclude = (state: PickState, number: number): PickState =>
  state.chosen.length === 0
    ? state
    : { ...state, chosen: without(state.chosen, number), excluded: toggled(state.excluded, number) }

export const startOver = (state: PickState): PickState => ({
  ...state,
  chosen: [],
  excluded: [],
  target: null,
  matches: [],
})
