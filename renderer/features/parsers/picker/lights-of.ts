import type { Spotlight } from '../trace/use-spotlight.ts'
import { type FrameTree, numbersAround, wordsOf } from './frame-tree.ts'
import type { Light } from './lights.tsx'
import type { PickState } from './pick-state.ts'

/** What is lit while elements are chosen. */
export function lightsOfPicking({ tree, pointed, chosen, excluded, matches }: PickState): Light[] {
  const at = pointed === null ? undefined : tree?.element(pointed)
  const apart = new Set([...chosen, ...excluded])
  return [
    ...matches.filter(number => !apart.has(number)).map(number => ({ number, kind: 'match' as const })),
    ...chosen.map(number => ({ number, kind: 'chosen' as const })),
    ...excluded.map(number => ({ number, kind: 'excluded' as const, label: 'not this' })),
    ...(at ? [{ number: pointed!, kind: 'pointed' as const, label: wordsOf(at) }] : []),
  ]
}

/** What is lit of the field that is looked at. */
export function lightsOfField({ lit, nodes }: Spotlight): Light[] {
  if (!lit) return []
  const entries = nodes.entries(lit.rule).filter(({ field }) => !lit.field || field === lit.field)
  return entries.flatMap(({ field, nodes: numbers = [] }) =>
    numbers.map((number, index) => ({
      number,
      kind: 'field' as const,
      label: index === 0 ? field : undefined,
    })),
  )
}

/** What was read from an element of the page, or from the nearest one around it. */
export function pointUnder(tree: FrameTree | null, number: number | null, { nodes }: Spotlight) {
  const element = number === null ? undefined : tree?.element(number)
  const read = element && numbersAround(element).find(one => nodes.pointAt(one))
  return read === undefined ? null : { ...nodes.pointAt(read)!, inPage: true }
}
