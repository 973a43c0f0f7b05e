import { createContext, use, useMemo, useState } from 'react'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { LiveTrial } from '../editor/use-trial.ts'

/** The highlighted values: all values of a rule, or one of them. */
interface HighlightedValue {
  rule: string
  field?: string | undefined
  /** Whether it was highlighted from the page. */
  inPage?: boolean
}

/** The field under the pointer or the focus, shared by the form, the page and the trace. */
export interface Spotlight {
  lit: HighlightedValue | null
  /** The rule that was highlighted last, which the trace shows. */
  last: string | null
  /** Highlights a value while the pointer is on it. */
  light: (lit: HighlightedValue | null) => void
  /** Highlights a rule while it has the focus and the pointer is on nothing else. */
  focus: (rule: string | null) => void
  nodes: FieldNodes
}

const NO_TRACE: FieldTrace[] = []

export function useSpotlight({ trial }: LiveTrial): Spotlight {
  const [pointed, setPointed] = useState<HighlightedValue | null>(null)
  const [focused, setFocused] = useState<HighlightedValue | null>(null)
  const [last, setLast] = useState<string | null>(null)
  const trace = (trial?.trace as FieldTrace[] | undefined) ?? NO_TRACE
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
export const useSpotlightContext = (): Spotlight => use(SpotlightContext)!

/** A value of the result, by its path and its rule. */
interface FieldPoint {
  rule: string
  field: string
}

/** Maps elements to the values that were read from them, and back. */
interface FieldNodes {
  /** How each value of a rule was read. */
  entries: (rule: string) => readonly FieldTrace[]
  /** All rules that were tried, in the order of the schema. */
  rules: readonly string[]
  /** Returns the value that was read from an element; if there are several, the innermost in the result. */
  pointAt: (number: number) => FieldPoint | undefined
}

/** A trace has the fields of a list before the list itself, so the first match is the innermost. */
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
