import type { Json } from '../parser-schema.ts'

/** `[*]`: every item of a list, every value of an object. */
export const EVERY = Symbol('[*]')

/** A key, the index of an item (negative: from the end), or every item. */
export type PathStep = string | number | typeof EVERY
export type JsonPath = PathStep[]

const STEP = new RegExp(
  [
    /\[\s*(?<index>-?\d+)\s*\]/,
    /(?<every>\[\*\])/,
    /\['(?<single>(?:[^'\\]|\\.)*)'\]/,
    /\["(?<double>(?:[^"\\]|\\.)*)"\]/,
    /(?:^|\.)(?<key>[^.[\]*'"\s](?:[^.[\]*'"]*[^.[\]*'"\s])?)/,
  ]
    .map(form => form.source)
    .join('|'),
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

/** The values at a path: one at most, or one for each item under `[*]`, undefined where an item does not have the rest. */
export function readPath(value: Json, path: JsonPath): (Json | undefined)[] {
  let found: (Json | undefined)[] = [value]
  for (const step of path) {
    found = step === EVERY ? found.flatMap(itemsOf) : found.map(parent => childAt(parent, step))
  }
  return found
}

/** The items of a list or the values of an object; nothing else has any. */
export function itemsOf(value: Json | undefined): Json[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value : Object.values(value)
}

export function childAt(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return typeof step === 'number' ? value.at(step) : undefined
  return typeof step === 'string' && Object.hasOwn(value, step) ? value[step] : undefined
}

function stepOf(groups: Record<string, string | undefined>): PathStep {
  const { index, every, single, double, key } = groups
  if (index !== undefined) return Number(index)
  if (every !== undefined) return EVERY
  return key ?? (single ?? double ?? '').replace(/\\(.)/g, '$1')
}
