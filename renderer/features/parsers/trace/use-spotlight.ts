import { createContext, use, useMemo, useState } from 'react'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { LiveTrial } from '../editor/use-trial.ts'

/** What is lit: all values of a rule, or one of them. */
export interface Lit {
  rule: string
  field?: string | undefined
  /** It was pointed at in the page. */
  inPage?: boolean
}

/** The field that the pointer or the focus is at, in the form, in the page and in the trace. */
export interface Spotlight {
  lit: Lit | null
  /** The rule that was lit last, which the trace tells of. */
  last: string | null
  /** For as long as the pointer is there. */
  light: (lit: Lit | null) => void
  /** For as long as the focus is there, and nothing else is pointed at. */
  focus: (rule: string | null) => void
  nodes: FieldNodes
}

const NONE: FieldTrace[] = []

export function useSpotlight({ trial }: LiveTrial): Spotlight {
  const [pointed, setPointed] = useState<Lit | null>(null)
  const [focused, setFocused] = useState<Lit | null>(null)
  const [last, setLast] = useState<string | null>(null)
  const trace = (trial?.trace as FieldTrace[] | undefined) ?? NONE
  const nodes = useMemo(() => fieldNodes(trace), [trace])
  return {
    lit: pointed ?? focused,
    last,
    nodes,
    light(lit) {
      setPointed(lit)
      if (lit) setLast(lit.rule)
    },
    focus(rule) {
      setFocused(rule === null ? null : { rule })
      if (rule !== null) setLast(rule)
    },
  }
}

export const SpotlightContext = createContext<Spotlight | null>(null)

/** The spotlight of the editor around. */
export const useSpotlightHere = (): Spotlight => use(SpotlightContext)!

/** A value of the data, by its path there and by the rule that gave it. */
interface FieldPoint {
  rule: string
  field: string
}

/** What was read from which elements, both ways. */
interface FieldNodes {
  /** How each value of a rule came about. */
  entries: (rule: string) => readonly FieldTrace[]
  /** Every rule that was tried, in the order of the schema. */
  rules: readonly string[]
  /** The value that was read from an element; of several, the innermost in the data. */
  pointAt: (number: number) => FieldPoint | undefined
}

/** Fields of a list come before the list in a trace: what is there first lies innermost. */
function fieldNodes(trace: readonly FieldTrace[]): FieldNodes {
  const byRule = Map.groupBy(trace, ({ rule }) => rule)
  const byNode = new Map<number, FieldPoint>()
  for (const { rule, field, nodes = [] } of trace)
    for (const node of nodes) if (!byNode.has(node)) byNode.set(node, { rule, field })
  return {
    entries: rule => byRule.get(rule) ?? [],
    rules: [...byRule.keys()].sort(),
    pointAt: number => byNode.get(number),
  }
}
