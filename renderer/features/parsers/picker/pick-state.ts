import type { TreeNode } from '../tree/tree-node.ts'
import type { FrameTree } from './frame-tree.ts'

/** The elements that the user has chosen on a page, by number. */
export interface PickState {
  on: boolean
  /** The page that the numbers belong to. */
  tree: FrameTree | null
  /** The element under the pointer or at the keyboard position. */
  pointed: number | null
  chosen: readonly number[]
  excluded: readonly number[]
  /** The path of the rule to replace; null to add a field. */
  target: string | null
  /** The matches of the current rule. */
  matches: readonly number[]
  /** The chosen node of a page of JSON or XML. */
  place: TreeNode | null
}

export const IDLE: PickState = {
  on: false,
  tree: null,
  pointed: null,
  chosen: [],
  excluded: [],
  target: null,
  matches: [],
  place: null,
}

const without = (numbers: readonly number[], number: number) => numbers.filter(other => other !== number)
const toggled = (numbers: readonly number[], number: number) =>
  numbers.includes(number) ? without(numbers, number) : [...numbers, number]

/** Chooses an element, or deselects it. */
export const choose = (state: PickState, number: number): PickState => ({
  ...state,
  chosen: toggled(state.chosen, number),
  excluded: without(state.excluded, number),
})

/** Chooses an element in place of all others. */
export const chooseOnly = (state: PickState, number: number): PickState => ({
  ...state,
  chosen: [number],
  excluded: [],
})

/** Excludes an element, or includes it again. Does nothing while no element is chosen. */
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
  place: null,
})
