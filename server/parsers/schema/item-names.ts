import { nearestName } from '../../base/fields/nearest-name.ts'
import { expandRule } from '../expand-rule.ts'
import { parsePath } from '../json/json-path.ts'
import type { Rule } from '../parser-schema.ts'
import { checkConditions } from './condition-types.ts'
import { type Fault, fault, harmless, isObject, quote, type UnknownRule } from './fault.ts'

/** By key of a rule, the paths of the fields that it names. */
const NAMED_PATHS: Record<string, (value: unknown) => unknown[]> = {
  where: value => Object.keys(isObject(value) ? value : {}),
  unique_by: value => [value].flat(),
  sort_by: value => [typeof value === 'string' ? value.replace(/^-/, '') : null],
  group_by: value => [value],
  entries: value => [value].flat(),
  by: value => [value],
}

/** Checks that a list key names only fields that its items have. */
export function checkNames(key: string, rule: UnknownRule): Fault | undefined {
  const paths = Object.hasOwn(NAMED_PATHS, key) ? NAMED_PATHS[key]!(rule[key]) : []
  if (paths.length === 0) return undefined
  return (
    unknownName(key, paths, rule) ?? (key === 'where' ? checkConditions(key, rule.where, rule) : undefined)
  )
}

/** The same for the conditions of `until`, which are about an item of the list that `rule` reads. */
export const checkUntil = (until: unknown, rule: UnknownRule): Fault | undefined =>
  unknownName('until', NAMED_PATHS.where!(until), rule) ?? checkConditions('until', until, rule)

function unknownName(key: string, paths: unknown[], rule: UnknownRule): Fault | undefined {
  const names = namesOf(rule)
  if (names === null) return undefined
  const firsts = paths.map(path => (typeof path === 'string' ? parsePath(path)?.[0] : undefined))
  const unknown = firsts.find(name => typeof name === 'string' && !names.has(name)) as string | undefined
  if (unknown === undefined) return undefined
  if (followedIn(rule).includes(unknown))
    return harmless(
      `"${key}": ${quote(unknown)} is a field of the page behind the link, which is read only afterwards.`,
      `Fields of the item itself: ${[...names].join(', ').slice(0, 500)}.`,
    )
  const suggestion = nearestName(unknown, [...names])
  const hint =
    suggestion === null ? `Fields: ${[...names].join(', ').slice(0, 500)}.` : `Did you mean "${suggestion}"?`
  return fault(`"${key}": the items have no field ${quote(unknown)}.`, hint)
}

/** Returns the names of the fields of what a rule reads; null if they depend on the page. */
function namesOf(rule: UnknownRule): ReadonlySet<string> | null {
  if (isObject(rule.fields)) return new Set(Object.keys(rule.fields))
  const names = choicesOf(rule).map(choice => (isObject(choice) ? namesOf(choice) : null))
  return names.includes(null) ? null : new Set(names.flatMap(known => [...known!]))
}

const choicesOf = ({ zip, any }: UnknownRule): unknown[] =>
  [zip ?? any].flat().map(choice => expandRule(choice as Rule))

/** Returns the names of the fields that a rule reads from pages behind links. */
const followedIn = (rule: UnknownRule): string[] => [
  ...followedNames(rule.follow),
  ...choicesOf(rule).flatMap(choice => (isObject(choice) ? followedIn(choice) : [])),
]

function followedNames(follow: unknown): string[] {
  if (!isObject(follow)) return []
  return [...(isObject(follow.fields) ? Object.keys(follow.fields) : []), ...followedNames(follow.follow)]
}
