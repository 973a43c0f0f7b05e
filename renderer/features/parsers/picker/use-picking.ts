import { createContext, use, useMemo, useState } from 'react'
import type { TreeNode } from '../tree/tree-node.ts'
import type { FrameTree } from './frame-tree.ts'
import { choose, chooseOnly, exclude, IDLE, type PickState, startOver } from './pick-state.ts'

/** The state of picking elements on the open page, and its actions. */
export interface Picker extends PickState {
  toggle: () => void
  /** Starts to pick a new rule for a field, by the path of its current rule. */
  aim: (rule: string) => void
  startOver: () => void
  /** Call it after a page was rendered. With `again` it is the same page, whose elements stay chosen. */
  see: (tree: FrameTree | null, again?: boolean) => void
  point: (number: number | null) => void
  choose: (number: number) => void
  chooseOnly: (number: number) => void
  exclude: (number: number) => void
  light: (matches: readonly number[]) => void
  /** Chooses a node of a page of JSON or XML. */
  choosePlace: (place: TreeNode) => void
}

export function usePicking(): Picker {
  const [state, set] = useState(IDLE)
  const actions = useMemo(
    () => ({
      toggle: () => set(before => ({ ...startOver(before), pointed: null, on: !before.on })),
      aim: (rule: string) => set(before => ({ ...startOver(before), on: true, target: rule })),
      startOver: () => set(startOver),
      see: (tree: FrameTree | null, again = false) =>
        set(before => ({ ...(again ? before : startOver(before)), pointed: null, tree })),
      point: (pointed: number | null) => set(before => ({ ...before, pointed })),
      choose: (number: number) => set(before => choose(before, number)),
      chooseOnly: (number: number) => set(before => chooseOnly(before, number)),
      exclude: (number: number) => set(before => exclude(before, number)),
      light: (matches: readonly number[]) => set(before => ({ ...before, matches })),
      choosePlace: (place: TreeNode) => set(before => ({ ...startOver(before), place })),
    }),
    [],
  )
  return { ...state, ...actions }
}

export const PickingContext = createContext<Picker | null>(null)

/** The picking state of the surrounding editor. */
export const usePickingContext = (): Picker => use(PickingContext)!
