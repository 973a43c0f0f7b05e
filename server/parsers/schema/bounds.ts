import { runAtOnce } from '../../base/turns.ts'
import { fieldStep } from '../field-path.ts'
import { patternCost } from '../values/pattern.ts'
import { type Fault, fault, isObject } from './fault.ts'

/** Rules of a schema, with those in `any`, in `zip` and behind links; those in `defs` are counted for themselves. */
export const MAX_RULES = 1_000
/** Levels of lists and objects, those of a `const` or a `default` included: Node cannot write out much deeper JSON. */
const MAX_LEVELS = 64
/** Characters of all texts and names of a schema. */
const MAX_CHARACTERS = 1_048_576
/** Characters of the name of a field, which stands in the path of everything inside. */
const MAX_NAME = 500
/** The cost of compiling all patterns of a schema, in characters. */
const MAX_PATTERNS = 100_000
/** Characters of all selectors of a schema, each of which is compiled. */
const MAX_SELECTORS = 100_000
/** Transforms of all rules, those inside of `if` included. */
const MAX_TRANSFORMS = 5_000
/** Each value counts as so many characters beside its own. */
const EACH = 4
const PATTERN_KEYS = new Set(['regex', 'regex_all', 'pattern'])
const SELECTOR_KEYS = new Set(['css', 'xpath', 'table', 'remove', 'until'])

/** Where JSON goes beyond what a schema may hold. */
export interface Excess extends Fault {
  field: string
}

type ExcessSteps = Generator<void, Excess | undefined>

/** Values that are looked at in one step: far less than a millisecond. */
const STEP = 1_000

/** What a value is a part of: a rule is distinguished from data that looks like one. */
type Part =
  | 'schema'
  | 'page'
  | 'pages'
  | 'match'
  | 'expect'
  | 'paginate'
  | 'follow'
  | 'rules'
  | 'rule'
  | 'transforms'
  | 'transform'
  | 'branches'
  | 'patterns'
  | 'pattern'
  | 'data'
  | 'foreign'

const PAGE = { fields: 'rules', expect: 'expect', paginate: 'paginate', follow: 'follow' } as const

/** By part: what lies under its keys. Everything else is data. */
const INSIDE: Partial<Record<Part, ReadonlyMap<string, Part>>> = {
  schema: partsBy({ ...PAGE, defs: 'rules', pages: 'pages' }),
  page: partsBy({ ...PAGE, match: 'match' }),
  match: partsBy({ expect: 'expect', url_patterns: 'patterns' }),
  expect: partsBy({ must: 'rules', must_not: 'rules' }),
  paginate: partsBy({ next: 'rule', cursor: 'rule' }),
  follow: partsBy({ ...PAGE, link: 'rule' }),
  rule: partsBy({ fields: 'rules', any: 'rules', zip: 'rules', follow: 'follow', transform: 'transforms' }),
  transform: partsBy({ if: 'branches' }),
  branches: partsBy({ do: 'transforms', else: 'transforms' }),
}

/** Parts whose entries are all of one kind, whatever their names. */
const ENTRIES: Partial<Record<Part, Part>> = {
  pages: 'page',
  rules: 'rule',
  transforms: 'transform',
  patterns: 'pattern',
  foreign: 'foreign',
}

function partsBy(parts: Record<string, Part>): ReadonlyMap<string, Part> {
  return new Map(Object.entries(parts))
}

/** A list or object that the walk is in. */
interface Level {
  part: Part
  /** Its own step in the path: `.fields`, `[2]`. */
  step: string
  value: Record<string, unknown>
  /** Names of what has not been looked at. Entries of a large object would take three times as long. */
  names: Iterator<string>
  isList: boolean
}

/** What may still be met. */
interface Room {
  rules: number
  transforms: number
  characters: number
  patterns: number
  selectors: number
}

/**
 * The first place where a schema is larger or deeper than a schema may be; undefined where none is. It stops there, and
 * needs no stack: whatever else is wrong with a schema is looked at only after this.
 */
export const excessOf = (schema: unknown): Excess | undefined => runAtOnce(excessSteps(schema))

/** The same in steps. */
export function* excessSteps(schema: unknown): ExcessSteps {
  if (!isObject(schema)) return yield* firstExcess(schema, 'data', 'schema')
  const { defs, ...rest } = schema
  return (yield* firstExcess(rest, 'schema', 'schema')) ?? (yield* firstExcess(defs, 'rules', 'schema.defs'))
}

/** The same for JSON that is no schema of ours; `field` is what it is called. */
export const excessOfJson = (value: unknown, field: string): Excess | undefined =>
  runAtOnce(firstExcess(value, 'foreign', field))

function* firstExcess(value: unknown, part: Part, field: string): ExcessSteps {
  let values = 0
  const room: Room = {
    rules: MAX_RULES,
    transforms: MAX_TRANSFORMS,
    characters: MAX_CHARACTERS,
    patterns: MAX_PATTERNS,
    selectors: MAX_SELECTORS,
  }
  const levels: Level[] = []
  if (typeof value === 'object' && value !== null) levels.push(levelOf(value, part, field))
  while (levels.length > 0) {
    const { part: around, value: outer, names, isList } = levels.at(-1)!
    const { value: name, done } = names.next()
    if (done) {
      levels.pop()
      continue
    }
    if (++values % STEP === 0) yield
    const inner = outer[name]
    const own = partOf(around, name, inner)
    const step = isList ? `[${name}]` : stepOf(name)
    const fault = take(room, own, name, inner) ?? (isContainer(inner) ? tooDeep(levels.length) : undefined)
    if (fault) return { field: levels.map(level => level.step).join('') + step, ...fault }
    if (isContainer(inner)) levels.push(levelOf(inner, own, step))
  }
  return undefined
}

function partOf(around: Part, name: string, value: unknown): Part {
  const part = ENTRIES[around] ?? INSIDE[around]?.get(name) ?? 'data'
  return part === 'transforms' && !Array.isArray(value) ? 'transform' : part
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const levelOf = (value: object, part: Part, step: string): Level => ({
  part,
  step,
  value: value as Record<string, unknown>,
  names: Object.keys(value).values(),
  isList: Array.isArray(value),
})

/** A long name would fill the error. */
const stepOf = (name: string): string => fieldStep(name.length > 100 ? `${name.slice(0, 100)}…` : name)

const tooDeep = (levels: number): Fault | undefined =>
  levels < MAX_LEVELS
    ? undefined
    : fault(`It nests more than ${MAX_LEVELS} levels deep.`, 'Remove levels that nothing needs.')

/** Takes a value from what may still be met; what is wrong where there is too much of it. */
function take(room: Room, part: Part, name: string, value: unknown): Fault | undefined {
  if (name.length > MAX_NAME && (part === 'rule' || part === 'foreign')) return LONG_NAME
  const isText = typeof value === 'string'
  room.characters -= name.length + (isText ? value.length : 0) + EACH
  if (part === 'rule') room.rules--
  if (part === 'transform') room.transforms--
  if (isText && (part === 'pattern' || PATTERN_KEYS.has(name))) room.patterns -= patternCost(value)
  if (isText && (part === 'rule' || SELECTOR_KEYS.has(name))) room.selectors -= value.length
  const spent = (Object.keys(FAULTS) as (keyof Room)[]).find(key => room[key] < 0)
  return spent && FAULTS[spent]
}

const LONG_NAME = fault(`The name of a field has at most ${MAX_NAME} characters.`, 'Choose a shorter one.')

const FAULTS: Record<keyof Room, Fault> = {
  rules: fault(`A schema has at most ${MAX_RULES} rules.`, 'Read the page with several parsers.'),
  transforms: fault(
    `A schema has at most ${MAX_TRANSFORMS} transforms.`,
    'Read the page with several parsers.',
  ),
  characters: fault(
    `A schema has at most ${MAX_CHARACTERS} characters.`,
    'Remove what no rule needs, such as long lists of values.',
  ),
  patterns: fault(
    `The patterns of a schema have at most ${MAX_PATTERNS} characters, with repetitions written out.`,
    'Repeat less in them ("{9}"), and use fewer classes of Unicode ("\\pL"), each of which counts as 200.',
  ),
  selectors: fault(
    `The selectors of a schema have at most ${MAX_SELECTORS} characters.`,
    'Write shorter selectors, or read the page with several parsers.',
  ),
}
