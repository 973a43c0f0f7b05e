import { childrenOf, isParent, type Step } from './json-path.ts'

const MOST_MATCHES = 10_000

/** Finds names and values by a part of them, in the order of the text. */
export function createSearch(value: unknown) {
  let matches: Step[][] = []

  const walk = (words: string, node: unknown, path: Step[]) => {
    for (const [step, child] of childrenOf(node)) {
      if (matches.length >= MOST_MATCHES) return
      const own = [...path, step]
      if (isMatch(words, step, child)) matches.push(own)
      if (isParent(child)) walk(words, child, own)
    }
  }

  return {
    /** How many there are, 10,000 at most. Case does not count. */
    find(words: string) {
      matches = []
      if (words) walk(words.toLowerCase(), value, [])
      return matches.length
    },
    pathOf: (match: number): readonly Step[] => matches[match] ?? [],
  }
}

const isMatch = (words: string, step: Step, value: unknown) =>
  (typeof step === 'string' && step.toLowerCase().includes(words)) ||
  (!isParent(value) && String(value).toLowerCase().includes(words))
