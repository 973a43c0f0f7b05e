import type { Json } from '../parser-schema.ts'
import { gapOf, whyNotWhole } from './gaps.ts'
import { type JsonPath, type PathStep, readPath, spellStep } from './json-path.ts'

/** Explains for a trace why a path has no value: how far it leads, and what is there. */
export function explainPath(value: Json, path: JsonPath): string {
  let at: Json = value
  for (const [count, step] of path.entries()) {
    const [next] = readPath(at, [step])
    if (next === undefined || next === null)
      return `${place(path, count)} ${stop(at, step, next)}${lack(at, next)}`
    at = next
  }
  const spread = gapOf(at)
  if (spread !== undefined) return whyNotWhole(spread)
  return `${place(path, path.length)} ${at === null ? 'is null' : 'is empty'}`
}

/** Names the spread that may contain the missing value. */
function lack(at: Json, next: null | undefined): string {
  const spread = next === undefined ? gapOf(at) : undefined
  return spread === undefined ? '' : `: ${whyNotWhole(spread)}`
}

function stop(at: Json, step: PathStep, next: null | undefined): string {
  if (next === null) return `has null at ${spellStep(step)}`
  if (Array.isArray(at)) {
    return typeof step === 'string' || (typeof step === 'object' && !step.isDeep)
      ? 'is a list: choose with [0] or [*]'
      : `has ${at.length} items, none at ${spellStep(step)}`
  }
  return at !== null && typeof at === 'object'
    ? `has nothing at ${spellStep(step)}`
    : `is neither an object nor a list`
}

function place(path: JsonPath, count: number): string {
  return count === 0
    ? 'the JSON'
    : path
        .slice(0, count)
        .map(spellStep)
        .join('')
        .replace(/^\.(?!\.)/, '')
}
