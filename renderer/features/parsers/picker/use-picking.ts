import { createContext, use, useMemo, useState } from 'react'
import type { FrameTree } from './frame-tree.ts'
import { choose, exclude, IDLE, type PickState, startOver } from './pick-state.ts'

/** Choosing elements on the page at hand. */
export interface Picking extends PickState {
  toggle: () => void
  /** Picks another rule for a field, by the path of the one it has. */
  aim: (rule: string) => void
  startOver: () => void
  /** Another page is there, or the same one anew. */
  see: (tree: FrameTree | null) => void
  point: (number: number | null) => void
  choose: (number: number) => void
  exclude: (number: number) => void
  light: (matches: readonly number[]) => void
}

export function usePicking(): Picking {
  const [state, set] = useState(IDLE)
  const actions = useMemo(
    () => ({
      toggle: () => set(before => ({ ...startOver(before), pointed: null, on: !before.on })),
      aim: (rule: string) => set(before => ({ ...startOver(before), on: true, target: rule })),
      startOver: () => set(startOver),
      see: (tree: FrameTree | null) => set(before => ({ ...startOver(before), pointed: null, tree })),
      point: (pointed: number | null) => set(before => ({ ...before, pointed })),
      choose: (number: number) => set(before => choose(before, number)),
      exclude: (number: number) => set(before => exclude(before, number)),
      light: (matches: readonly number[]) => set(before => ({ ...before, matches })),
    }),
    [],
  )
  return { ...state, ...actions }
}

export const PickingContext = createContext<Picking | null>(null)

/** The picking of the editor around. */
export const usePickingHere = (): Picking => use(PickingContext)!
