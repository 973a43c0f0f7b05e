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
  light: (lit: Lit | null) => void
  nodes: FieldNodes
}

const NONE: FieldTrace[] = []

export function useSpotlight({ trial }: LiveTrial): Spotlight {
  const [lit, setLit] = useState<Lit | null>(null)
  const [last, setLast] = useState<string | null>(null)
  const trace = (trial?.trace as FieldTrace[] | undefined) ?? NONE
  const nodes = useMemo(() => fieldNodes(trace), [trace])
  return {
    lit,
    last,
    nodes,
    light(next) {
      setLit(next)
      if (next) setLast(next.rule)
    },
  }
}

export const SpotlightContext = createContext<Spotlight | null>(null)

/** The spotlight of the editor around. */
export const useSpotlightHere = (): Spotlight => use(SpotlightContext)!
