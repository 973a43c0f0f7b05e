import { counted } from '../../base/counted.ts'
import { isObject } from '../../base/is-object.ts'
import { shortText } from '../../base/text/cut-text.ts'
import type { Json } from '../parser-schema.ts'
import { explainGap, gapOf } from './gaps.ts'
import { formatStep, type JsonPath, type PathStep, type ReferenceResolver, readPath } from './json-path.ts'

/** Explains for a trace why a path has no value: how far it leads, through references too, and what is there. */
export function explainPath(value: Json, path: JsonPath, follow?: ReferenceResolver): string {
  let at: Json = value
  for (const [count, step] of path.entries()) {
    at = follow?.(at) ?? at
    const [next] = readPath(at, [step])
    if (next === undefined || next === null)
      return `${describePath(path, count)} ${describeEnd(at, step, next)}${describeGap(at, next) || namesBeside(at, step, next)}`
    at = next
  }
  const spread = gapOf(at)
  if (spread !== undefined) return explainGap(spread)
  return `${describePath(path, path.length)} ${at === null ? 'is null' : 'is empty'}`
}

/** Names the spread that may contain the missing value. */
function describeGap(at: Json, next: null | undefined): string {
  const spread = next === undefined ? gapOf(at) : undefined
  return spread === undefined ? '' : `: ${explainGap(spread)}`
}

const MAX_NAMES = 10
const MAX_NAME_LENGTH = 40

/** Lists of names by object: many rules may miss something in the same large one. */
const listedNames = new WeakMap<object, string>()

/** Lists the first keys of the object that lacks a key. */
function namesBeside(at: Json, step: PathStep, next: null | undefined): string {
  if (!isObject(at) || next === null || (typeof step === 'object' && step.isDeep)) return ''
  const list = listedNames.get(at) ?? listNames(Object.keys(at))
  listedNames.set(at, list)
  return list
}

function listNames(names: string[]): string {
  if (names.length === 0) return ''
  const shown = names.slice(0, MAX_NAMES).map(name => shortText(name, MAX_NAME_LENGTH))
  return `: there ${names.length === 1 ? 'is' : 'are'} ${shown.join(', ')}${names.length > MAX_NAMES ? ' …' : ''}`
}

function describeEnd(at: Json, step: PathStep, next: null | undefined): string {
  if (next === null) return `has null at ${formatStep(step)}`
  if (Array.isArray(at)) {
    return typeof step === 'string' || (typeof step === 'object' && !step.isDeep)
      ? 'is a list: choose with [0] or [*]'
      : `has ${counted(at.length, 'item')}, none at ${formatStep(step)}`
  }
  return at !== null && typeof at === 'object'
    ? `has nothing at ${formatStep(step)}`
    : `is neither an object nor a list`
}

function describePath(path: JsonPath, count: number): string {
  return count === 0
    ? 'the JSON'
    : path
        .slice(0, count)
        .map(formatStep)
        .join('')
        .replace(/^\.(?!\.)/, '')
}
