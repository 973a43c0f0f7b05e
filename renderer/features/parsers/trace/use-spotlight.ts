import { createContext, use, useMemo, useState } from 'react'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { LiveTrial } from '../use-trial.ts'
import { type FieldNodes, fieldNodes } from './field-nodes.ts'

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
