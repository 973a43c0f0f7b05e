import { groupDigits } from '../../base/counted.ts'
import { runAtOnce } from '../../base/turns.ts'
import { fieldStep } from '../field-path.ts'
import { patternCost } from '../values/pattern.ts'
import { type Fault, fault, isObject } from './fault.ts'

/**
 * The maximum number of rules in a schema, including those in `any`, in `zip` and behind links. Rules in `defs` are counted
 * separately.
 */
export const MAX_RULES = 1_000
/**
 * The maximum nesting of lists and objects, including those of a `const` or a `default`. Node cannot serialize much deeper
 * JSON.
 */
const MAX_LEVELS = 64
/** The maximum number of characters in all texts and names of a schema. */
const MAX_CHARACTERS = 1_048_576
/** The maximum number of characters in the name of a field, which is a part of the path of everything inside. */
const MAX_NAME = 500
/** The maximum cost of compiling all patterns of a schema, in characters. */
const MAX_PATTERNS = 100_000
/** The maximum number of characters in all selectors of a schema, each of which is compiled. */
const MAX_SELECTORS = 100_000
/** The maximum number of transforms in all rules, including those inside `if`. */
const MAX_TRANSFORMS = 5_000
/** Characters that each value counts in addition to its own. */
const VALUE_OVERHEAD = 4
const PATTERN_KEYS = new Set(['regex', 'regex_all', 'pattern'])
const SELECTOR_KEYS = new Set(['css', 'xpath', 'table', 'remove', 'until'])

/** The place at which JSON exceeds the bounds of a schema, and how. */
export interface Excess extends Fault {
  field: string
}

type ExcessSteps = Generator<void, Excess | undefined>

/** The number of values that one step checks, which takes far less than a millisecond. */
const VALUES_PER_STEP = 1_000

/** The role of a value in the schema. It distinguishes a rule from data that looks like a rule. */
type SchemaPart =
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

/** By part, the parts under its keys. Everything else is data. */
const PARTS_BY_KEY: Partial<Record<SchemaPart, ReadonlyMap<string, SchemaPart>>> = {
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

/** Parts whose entries all have the same role, whatever their names. */
const ENTRY_PARTS: Partial<Record<SchemaPart, SchemaPart>> = {
  pages: 'page',
  rules: 'rule',
  transforms: 'transform',
  patterns: 'pattern',
  foreign: 'foreign',
}

function partsBy(parts: Record<string, SchemaPart>): ReadonlyMap<string, SchemaPart> {
  return new Map(Object.entries(parts))
}

/** A list or object that is being walked. */
interface NestingLevel {
  part: SchemaPart
  /** Its own step in the path: `.fields`, `[2]`. */
  step: string
  value: Record<string, unknown>
  /**
   * The names of the entries that are still to be checked. `Object.entries` of a large object would take three times as
   * long.
   */
  names: Iterator<string>
  isList: boolean
}

/** What remains of each bound. */
interface RemainingBounds {
  rules: number
  transforms: number
  characters: number
  patterns: number
  selectors: number
}

/**
 * Returns the first place at which a schema is too large or too deep; undefined if there is none. It stops there, and does
 * not recurse. All other checks of a schema run after this one.
 */
export const excessOf = (schema: unknown): Excess | undefined => runAtOnce(excessSteps(schema))

/** The same as a generator, which yields between steps. */
export function* excessSteps(schema: unknown): ExcessSteps {
  if (!isObject(schema)) return yield* firstExcess(schema, 'data', 'schema')
  const { defs, ...rest } = schema
  return (yield* firstExcess(rest, 'schema', 'schema')) ?? (yield* firstExcess(defs, 'rules', 'schema.defs'))
}

/** The same for JSON that is not a Winnow schema. `field` is its name in errors. */
export const excessOfJson = (value: unknown, field: string): Excess | undefined =>
  runAtOnce(firstExcess(value, 'foreign', field))

function* firstExcess(value: unknown, part: SchemaPart, field: string): ExcessSteps {
  let values = 0
  const remaining: RemainingBounds = {
    rules: MAX_RULES,
    transforms: MAX_TRANSFORMS,
    characters: MAX_CHARACTERS,
    patterns: MAX_PATTERNS,
    selectors: MAX_SELECTORS,
  }
  const levels: NestingLevel[] = []
  if (typeof value === 'object' && value !== null) levels.push(levelOf(value, part, field))
  while (levels.length > 0) {
    const { part: outerPart, value: outer, names, isList } = levels.at(-1)!
    const { value: name, done } = names.next()
    if (done) {
      levels.pop()
      continue
    }
    if (++values % VALUES_PER_STEP === 0) yield
    const inner = outer[name]
    const innerPart = partOf(outerPart, name, inner)
    const step = isList ? `[${name}]` : stepOf(name)
    const fault =
      deduct(remaining, innerPart, name, inner) ?? (isContainer(inner) ? tooDeep(levels.length) : undefined)
    if (fault) return { field: levels.map(level => level.step).join('') + step, ...fault }
    if (isContainer(inner)) levels.push(levelOf(inner, innerPart, step))
  }
  return undefined
}

function partOf(outerPart: SchemaPart, name: string, value: unknown): SchemaPart {
  const part = ENTRY_PARTS[outerPart] ?? PARTS_BY_KEY[outerPart]?.get(name) ?? 'data'
  return part === 'transforms' && !Array.isArray(value) ? 'transform' : part
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const levelOf = (value: object, part: SchemaPart, step: string): NestingLevel => ({
  part,
  step,
  value: value as Record<string, unknown>,
  names: Object.keys(value).values(),
  isList: Array.isArray(value),
})

/** Long names are cut, since they would fill the error. */
const stepOf = (name: string): string => fieldStep(name.length > 100 ? `${name.slice(0, 100)}…` : name)

const tooDeep = (levels: number): Fault | undefined =>
  levels < MAX_LEVELS
    ? undefined
    : fault(`It nests more than ${MAX_LEVELS} levels deep.`, 'Remove levels that nothing needs.')

/** Subtracts a value from what remains, and returns the fault if a bound is exceeded. */
function deduct(
  remaining: RemainingBounds,
  part: SchemaPart,
  name: string,
  value: unknown,
): Fault | undefined {
  if (name.length > MAX_NAME && (part === 'rule' || part === 'foreign')) return LONG_NAME
  const isText = typeof value === 'string'
  remaining.characters -= name.length + (isText ? value.length : 0) + VALUE_OVERHEAD
  if (part === 'rule') remaining.rules--
  if (part === 'transform') remaining.transforms--
  if (isText && (part === 'pattern' || PATTERN_KEYS.has(name))) remaining.patterns -= patternCost(value)
  if (isText && (part === 'rule' || SELECTOR_KEYS.has(name))) remaining.selectors -= value.length
  const spent = (Object.keys(FAULTS) as (keyof RemainingBounds)[]).find(key => remaining[key] < 0)
  return spent && FAULTS[spent]
}

const LONG_NAME = fault(`The name of a field has at most ${MAX_NAME} characters.`, 'Choose a shorter one.')

const FAULTS: Record<keyof RemainingBounds, Fault> = {
  rules: fault(
    `A schema has at most ${groupDigits(MAX_RULES)} rules.`,
    'Read the page with several parsers.',
  ),
  transforms: fault(
    `A schema has at most ${groupDigits(MAX_TRANSFORMS)} transforms.`,
    'Read the page with several parsers.',
  ),
  characters: fault(
    `A schema has at most ${groupDigits(MAX_CHARACTERS)} characters.`,
    'Remove what no rule needs, such as long lists of values.',
  ),
  patterns: fault(
    `The patterns of a schema have at most ${groupDigits(MAX_PATTERNS)} characters, with repetitions written out.`,
    'Repeat less in them ("{9}"), and use fewer classes of Unicode ("\\pL"), each of which counts as 200.',
  ),
  selectors: fault(
    `The selectors of a schema have at most ${groupDigits(MAX_SELECTORS)} characters.`,
    'Write shorter selectors, or read the page with several parsers.',
  ),
}
