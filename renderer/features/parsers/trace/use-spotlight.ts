import { createContext, use, useMemo, useState } from 'react'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { LiveTrial } from '../editor/use-trial.ts'

/** What is highlighted: all values of a rule, or one of them. */
export interface Lit {
  rule: string
  field?: string | undefined
  /** Whether it was highlighted from the page. */
  inPage?: boolean
}

/** The field at the pointer or the focus, in the form, the page and the trace. */
export interface Spotlight {
  lit: Lit | null
  /** The rule that was highlighted last; the trace shows it. */
  last: string | null
  /** Highlights while the pointer stays. */
  light: (lit: Lit | null) => void
  /** Highlights while the focus stays and nothing else is pointed at. */
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

/** The spotlight of the surrounding editor. */
export const useSpotlightHere = (): Spotlight => use(SpotlightContext)!

/** A value of the data, by its path and by its rule. */
interface FieldPoint {
  rule: string
  field: string
}

/** Which value was read from which element, in both directions. */
interface FieldNodes {
  /** How each value of a rule was read. */
  entries: (rule: string) => readonly FieldTrace[]
  /** Every rule that was tried, in the order of the schema. */
  rules: readonly string[]
  /** The value that was read from an element; of several, the innermost in the data. */
  pointAt: (number: number) => FieldPoint | undefined
}

/** In a trace, the fields of a list come before the list: the first match is the innermost. */
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
