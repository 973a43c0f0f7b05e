import type { z } from 'zod'
import { groupDigits } from '../counted.ts'
import { fieldPath } from './field-path.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** The expected types, in plain words. */
const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  url: 'must be a web address, such as https://example.com/',
  datetime: 'must be an ISO-8601 time, such as 2026-01-31T12:00:00Z',
  date: 'must be a date, such as 2026-01-31',
  email: 'must be an email address',
  regex: 'does not have the right form',
}

const UNITS: Record<string, string> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'items',
  object: 'fields',
}

const sizeLimit = (n: number | bigint, origin: string) => {
  const unit = UNITS[origin]
  const text = groupDigits(n)
  return unit ? `have at most ${text} ${n === 1 ? unit.slice(0, -1) : unit}` : `be at most ${text}`
}

/** What is wrong with a value, phrased to follow its name: "must be at most 50". */
function describeIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}`
    case 'too_big':
      return `must ${sizeLimit(issue.maximum, issue.origin)}`
    case 'too_small':
      return `must ${sizeLimit(issue.minimum, issue.origin).replace('at most', 'at least')}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(value => JSON.stringify(value)).join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? `must be a valid ${issue.format}`
    case 'invalid_union':
      return 'matches none of the forms that are allowed'
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
  }
  return undefined
}

/** Options of a check that words its issues as Winnow does. */
export const ISSUE_OPTIONS = { reportInput: true, error: describeIssue } as const

/**
 * Returns the issue of a schema as a sentence. The message of a custom rule is either a whole sentence or what follows the
 * name of the field. The check must be run with `ISSUE_OPTIONS`.
 */
export function issueText(issue: Issue, field = fieldPath(issue.path)): string {
  if (issue.code === 'custom' && /^[A-Z`]/.test(issue.message)) return issue.message
  if (issue.code === 'custom' && issue.message.endsWith('.')) return `\`${field}\`: ${issue.message}`
  if (issue.input === undefined) return `\`${field}\` is missing.`
  return `\`${field}\` ${issue.message}.`
}

/** Returns the hint of a custom rule, if it has one. */
export const issueHint = (issue: Issue): string | undefined =>
  issue.code === 'custom' ? (issue.params as { hint?: string } | undefined)?.hint : undefined
