import { formatStep, type JsonPath, type KeysStep, parsePath } from '../../json/json-path.ts'
import type { Json, RuleObject } from '../../parser-schema.ts'
import type { Fact } from '../page/facts.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import { decodings } from '../rules/fact-candidates.ts'
import type { Guess } from '../rules/guess-type.ts'

/** How many wanted values are searched for: the first ones and the last. */
const MAX_VALUES = 12
/** A value in more places does not tell where the list is. */
const MAX_PLACES = 12
const MAX_KEYS = 3
const MAX_STARTS = 4
const BEST_SCORE = 0.84

/** A place in the page's data that has a wanted value. */
interface FactPath {
  fact: Fact
  path: JsonPath
}

/**
 * Returns rules for a list whose values are in one part of the page's data, but at different depths or under different
 * keys: steps with names and texts, some of them in sections. They find keys at any depth (`steps..["name", "text"]`).
 */
export function scatteredFacts(fieldCase: FieldCase, wanted: Json[], guess: Guess): Candidate[] {
  if (fieldCase.node !== null || wanted.length < 2 || guess.type !== 'string') return []
  const sampled = [...wanted.slice(0, MAX_VALUES - 1), ...wanted.slice(MAX_VALUES - 1).slice(-1)]
  const roots = sampled.map(value => byRoot(factPathsWith(fieldCase, value)))
  const [first, ...others] = roots
  return [...first!.keys()]
    .filter(root => others.every(places => places.has(root)))
    .flatMap(root => candidatesIn(roots.map(places => places.get(root)!)))
}

const factPathsWith = ({ page }: FieldCase, value: Json): FactPath[] =>
  (page.factsSaying().get(compact(String(value))) ?? [])
    .slice(0, MAX_PLACES)
    .map(fact => ({ fact, path: parsePath(fact.rule.path!)! }))
    .filter(({ path }) => path.every(step => typeof step !== 'object'))

const byRoot = (places: FactPath[]) =>
  Map.groupBy(places, ({ fact: { rule } }) => JSON.stringify({ ...rule, path: '' } satisfies RuleObject))

/** Returns rules for the places, in the same document, that have each value. */
function candidatesIn(values: FactPath[][]): Candidate[] {
  const keys = [...new Set(values.map(([place]) => lastKey(place!)))]
  if (keys.length > MAX_KEYS || keys.some(key => key === null)) return []
  const { fact } = values[0]![0]!
  const start = commonStart(values.map(([place]) => place!.path))
  const below: KeysStep = { keys: keys as string[], isDeep: true }
  return startsOf(start).map(steps => {
    const path = [...steps, below]
      .map(formatStep)
      .join('')
      .replace(/^\.(?!\.)/, '')
    // A search at any depth may also find empty values between the texts.
    const transform = [...decodings(fact, { type: 'string' }), 'compact']
    const counts = steps.some(step => typeof step === 'number')
    return {
      rule: { ...fact.rule, path, all: true, transform },
      score: BEST_SCORE - 0.012 * steps.length - 0.02 * keys.length - (counts ? 0.06 : 0),
      reasons: [fact.why, 'it stands at several depths of that'],
      ...(fact.entity !== undefined && { entity: fact.entity }),
    }
  })
}

/** Returns the paths from which to search: each ends with a key, the shortest first. */
const startsOf = (path: JsonPath): JsonPath[] =>
  path.flatMap((step, at) => (typeof step === 'string' ? [path.slice(0, at + 1)] : [])).slice(-MAX_STARTS)

function lastKey({ path }: FactPath): string | null {
  const key = path.at(-1)
  return typeof key === 'string' ? key : null
}

/** Returns the common start of all paths, up to the first step at which list items differ. */
function commonStart([first, ...others]: JsonPath[]): JsonPath {
  const differs = first!.findIndex((step, at) => others.some(path => path[at] !== step))
  return first!.slice(0, differs < 0 ? -1 : Math.min(differs, first!.length - 1))
}
