import type { Json } from '../parser-schema.ts'

/** `[*]`: every item of a list, every value of an object. */
export const EVERY = Symbol('[*]')

/** `["name", "text"]`: several keys, in this order; `..text`: keys at any depth. Only what is there is found. */
export interface KeysStep {
  keys: string[]
  isDeep: boolean
}

/** A key, the index of an item (negative: from the end), every item, or several keys. */
export type PathStep = string | number | typeof EVERY | KeysStep
export type JsonPath = PathStep[]

/** Each is looked for in every object. */
const MOST_KEYS = 20
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/.source
const STEP = new RegExp(
  [
    /\[\s*(?<index>-?\d+)\s*\]/.source,
    /(?<every>\[\*\])/.source,
    `(?<deep>\\.\\.)?\\[\\s*(?<quoted>(?:${QUOTED})(?:\\s*,\\s*(?:${QUOTED})){0,${MOST_KEYS - 1}})\\s*\\]`,
    /(?<before>^|\.{1,2})(?<key>[^.[\]*'"\s](?:[^.[\]*'"]*[^.[\]*'"\s])?)/.source,
  ].join('|'),
  'y',
)

/**
 * Reads a path such as `props.items[0]['first name']`, `$.tags[*]` or `offers[-1]`; `''` and `$` are the value
 * itself. Null when it is none.
 */
export function parsePath(text: string): JsonPath | null {
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

/** Called with how many values a step to any depth has looked at. */
type Spend = (values: number) => void

/** Gives what a value on the way stands for. */
export type Follow = (value: Json | undefined) => Json | undefined

interface OnTheWay {
  follow?: Follow | undefined
  spend?: Spend
}

/**
 * The values at a path: one at most, or one for each item under `[*]`, undefined where an item does not have the rest,
 * or one for each key that is there.
 */
export function readPath(
  value: Json,
  path: JsonPath,
  { follow, spend }: OnTheWay = {},
): (Json | undefined)[] {
  let found: (Json | undefined)[] = [value]
  for (const step of path) found = stepFrom(follow ? found.map(follow) : found, step, spend)
  return found
}

/**
 * What `readPath` finds, and how often the path ends before its last step: at what has no items or no such key. An empty list
 * has nothing, but ends no path.
 */
export function readPathCountingGaps(
  value: Json,
  path: JsonPath,
  spend?: Spend,
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

function stepFrom(parents: (Json | undefined)[], step: PathStep, spend?: Spend): (Json | undefined)[] {
  if (step === EVERY) return parents.flatMap(itemsOf)
  if (typeof step !== 'object') return parents.map(parent => childAt(parent, step))
  const within = step.isDeep ? withAllBelow(parents) : parents
  if (step.isDeep) spend?.(within.length)
  return within.flatMap(parent => valuesAt(parent, step.keys))
}

const valuesAt = (parent: Json | undefined, keys: string[]) =>
  keys.map(key => childAt(parent, key)).filter(child => child !== undefined)

/** Values and all that lies in them, each once and before what lies in it. A loop: JSON nests as deep as its author likes. */
function withAllBelow(values: (Json | undefined)[]): Json[] {
  const found = new Set<Json>()
  const waiting = values.toReversed()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || found.has(value)) continue
    found.add(value)
    for (const child of itemsOf(value).toReversed()) waiting.push(child)
  }
  return [...found]
}

/** Whether a path may lead to several values. */
export const leadsToMany = (path: JsonPath): boolean =>
  path.some(step => step === EVERY || typeof step === 'object')

/** The items of a list or the values of an object; nothing else has any. */
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
  const keys = quoted === undefined ? [key!] : unquoted(quoted)
  const isDeep = deep !== undefined || before === '..'
  return isDeep || keys.length > 1 ? { keys, isDeep } : keys[0]!
}

/** Each once: a key that is named twice at every step of a path would find twice as much at each. */
const unquoted = (text: string) => {
  const keys = [...text.matchAll(new RegExp(QUOTED, 'g'))].map(([key]) => key.slice(1, -1))
  return [...new Set(keys.map(key => key.replace(/\\(.)/g, '$1')))]
}

const isPlainKey = (key: string) => /^[^.[\]*'"\s]+$/.test(key)

/** A step as it is written behind others. */
export function spellStep(step: PathStep): string {
  if (step === EVERY) return '[*]'
  if (typeof step === 'number') return `[${step}]`
  const { keys, isDeep } = typeof step === 'string' ? { keys: [step], isDeep: false } : step
  if (keys.length === 1 && isPlainKey(keys[0]!)) return (isDeep ? '..' : '.') + keys[0]
  return `${isDeep ? '..' : ''}[${keys.map(key => JSON.stringify(key)).join(', ')}]`
}
