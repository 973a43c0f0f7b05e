import { isTraversal, type Selector, SelectorType } from 'css-what'

export const SCOPE: Selector = { type: SelectorType.Pseudo, name: 'scope', data: null }

/** The conditions between the combinators of a selector, and the combinators. */
interface Steps {
  conditions: Selector[][]
  combinators: SelectorType[]
}

export function splitSteps(selector: readonly Selector[]): Steps {
  const conditions: Selector[][] = [[]]
  const combinators: SelectorType[] = []
  for (const token of selector) {
    if (!isTraversal(token)) conditions.at(-1)!.push(token)
    else {
      combinators.push(token.type)
      conditions.push([])
    }
  }
  return { conditions, combinators }
}

export const isScope = (tokens: readonly Selector[]) =>
  tokens.length === 1 && tokens[0]!.type === SelectorType.Pseudo && tokens[0]!.name === 'scope'

/** Returns how many siblings after its scope a selector may lead to: 1 for `+ tr b`, infinitely many for `~ tr`. */
export const reachOf = (selectors: readonly Selector[][]): number => Math.max(...selectors.map(reachOfSteps))

function reachOfSteps(selector: readonly Selector[]): number {
  const { conditions, combinators } = splitSteps(selector)
  if (conditions[0]!.length > 0 && !isScope(conditions[0]!)) return Number.POSITIVE_INFINITY
  const toInside = combinators.findIndex(one => one === SelectorType.Child || one === SelectorType.Descendant)
  const beside = toInside < 0 ? combinators : combinators.slice(0, toInside)
  return beside.includes(SelectorType.Sibling) ? Number.POSITIVE_INFINITY : beside.length
}
