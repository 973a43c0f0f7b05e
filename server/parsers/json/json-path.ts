import type { Json } from '../parser-schema.ts'

/** `[*]`: every item of a list, every value of an object. */
export const EVERY = Symbol('[*]')

/** `["name", "text"]`: several keys, in this order. `..text`: keys at any depth. Missing keys yield nothing. */
export interface KeysStep {
  keys: string[]
  isDeep: boolean
}

/** A key, the index of an item (negative: from the end), every item, or several keys. */
export type PathStep = string | number | typeof EVERY | KeysStep
export type JsonPath = PathStep[]

/** Each key is looked up in every object. */
const MAX_KEYS = 20
/** The maximum number of characters in a path, which is read step by step without a pause. */
export const MAX_PATH = 4_000
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/.source
const STEP = new RegExp(
  [
    /\[\s*(?<index>-?\d+)\s*\]/.source,
    /(?<every>\[\*\])/.source,
    `(?<deep>\\.\\.)?\\[\\s*(?<quoted>(?:${QUOTED})(?:\\s*,\\s*(?:${QUOTED})){0,${MAX_KEYS - 1}})\\s*\\]`,
    /(?<before>^|\.{1,2})(?<key>[^.[\]*'"\s](?:[^.[\]*'"]*[^.[\]*'"\s])?)/.source,
  ].join('|'),
  'y',
)

/**
 * Parses a path such as `props.items[0]['first name']`, `$.tags[*]` or `offers[-1]`; `''` and `$` are the value itself.
 * Returns null if the text is not a path, or too long.
 */
export function parsePath(text: string): JsonPath | null {
  if (text.length > MAX_PATH) return null
  const path = text.trim().replace(/^\$(?=$|[.[])/, '')
  const steps: JsonPath = []
  for (let at = 0; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at
    const found = STEP.exec(path)
    if (!found) return null
    steps.push(stepOf(found.groups!))
  }
  return steps
}

/** Called with the number of values that a step at any depth visited. */
type VisitCallback = (values: number) => void

/** Resolves a value on the way, such as a reference. */
export type ReferenceResolver = (value: Json | undefined) => Json | undefined

interface ReadPathOptions {
  follow?: ReferenceResolver | undefined
  spend?: VisitCallback
}

/**
 * Returns the values at a path: at most one; with `[*]` one for each item, undefined if an item lacks the rest of the path;
 * with several keys one for each key that exists.
 */
export function readPath(
  value: Json,
  path: JsonPath,
  { follow, spend }: ReadPathOptions = {},
): (Json | undefined)[] {
  let found: (Json | undefined)[] = [value]
  for (const step of path) found = stepFrom(follow ? found.map(follow) : found, step, spend)
  return found
}

/**
 * Returns what `readPath` finds, and how often the path ends before its last step, at a value without items or without that
 * key. An empty list yields nothing, but does not end the path.
 */
export function readPathCountingGaps(
  value: Json,
  path: JsonPath,
  spend?: VisitCallback,
): { found: (Json | undefined)[]; gaps: number } {
  let found: (Json | undefined)[] = [value]
  let gaps = 0
  for (const step of path) {
    const next = stepFrom(found, step, spend)
    if (step === EVERY) gaps += found.filter(parent => typeof parent !== 'object' || parent === null).length
    else if (found.length && !next.length) gaps++
    found = next
  }
  return {
    found: found.filter(one => one !== undefined),
    gaps: gaps + found.filter(one => one === undefined).length,
  }
}

function stepFrom(
  parents: (Json | undefined)[],
  step: PathStep,
  spend?: VisitCallback,
): (Json | undefined)[] {
  if (step === EVERY) return parents.flatMap(itemsOf)
  if (typeof step !== 'object') return parents.map(parent => childAt(parent, step))
  const within = step.isDeep ? withDescendants(parents) : parents
  if (step.isDeep) spend?.(within.length)
  return within.flatMap(parent => valuesAt(parent, step.keys))
}

const valuesAt = (parent: Json | undefined, keys: string[]) =>
  keys.map(key => childAt(parent, key)).filter(child => child !== undefined)

/**
 * Returns values and everything nested in them, each once, parents first. A loop, not a recursion, since JSON may nest to
 * any depth.
 */
function withDescendants(values: (Json | undefined)[]): Json[] {
  const found = new Set<Json>()
  const stack = values.toReversed()
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null || found.has(value)) continue
    found.add(value)
    for (const child of itemsOf(value).toReversed()) stack.push(child)
  }
  return [...found]
}

/** Whether a path may lead to several values. */
export const leadsToMany = (path: JsonPath): boolean =>
  path.some(step => step === EVERY || typeof step === 'object')

/** Returns the items of a list or the values of an object; nothing for other values. */
function itemsOf(value: Json | undefined): Json[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value : Object.values(value)
}

export function childAt(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return typeof step === 'number' ? value.at(step) : undefined
  return typeof step === 'string' && Object.hasOwn(value, step) ? value[step] : undefined
}

function stepOf(groups: Record<string, string | undefined>): PathStep {
  const { index, every, deep, quoted, before, key } = groups
  if (index !== undefined) return Number(index)
  if (every !== undefined) return EVERY
  const keys = quoted === undefined ? [key!] : unquote(quoted)
  const isDeep = deep !== undefined || before === '..'
  return isDeep || keys.length > 1 ? { keys, isDeep } : keys[0]!
}

/** Duplicate keys are removed: a key named twice in every step of a path would double the result at each step. */
const unquote = (text: string) => {
  const keys = [...text.matchAll(new RegExp(QUOTED, 'g'))].map(([key]) => key.slice(1, -1))
  return [...new Set(keys.map(key => key.replace(/\\(.)/g, '$1')))]
}

const isPlainKey = (key: string) => /^[^.[\]*'"\s]+$/.test(key)

/** Writes a step as it appears after other steps. */
export function formatStep(step: PathStep): string {
  if (step === EVERY) return '[*]'
  if (typeof step === 'number') return `[${step}]`
  const { keys, isDeep } = typeof step === 'string' ? { keys: [step], isDeep: false } : step
  if (keys.length === 1 && isPlainKey(keys[0]!)) return (isDeep ? '..' : '.') + keys[0]
  return `${isDeep ? '..' : ''}[${keys.map(key => JSON.stringify(key)).join(', ')}]`
}
