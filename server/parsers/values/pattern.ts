import { RE2JS } from 're2js'
import { groupDigits } from '../../base/counted.ts'

/** A regular expression of a user, matched in linear time: it has no look-around and no back references. */
export interface Pattern {
  text: string
  groupNames: string[]
  groupCount: number
  find(text: string, limit: number): PatternMatch[]
  test(text: string): boolean
  /** Replaces all matches. `$1` and `$<name>` in `by` stand for groups. */
  replace(text: string, by: string): string
  split(text: string): string[]
}

/** The groups of a match by number (0 is the whole match) and by name; null for groups that did not match. */
export interface PatternMatch {
  groups: (string | null)[]
  named: Record<string, string | null>
}

const MAX_LENGTH = 1_000
/** Nested repetitions make a large program out of a short pattern. */
const MAX_PROGRAM = 20_000

/** Compiles a pattern in RE2 syntax, with flags at the start, as in `(?i)sale`. Throws an Error that says what is wrong. */
export function compilePattern(text: string): Pattern {
  if (text.length > MAX_LENGTH) throw new Error(`It is longer than ${groupDigits(MAX_LENGTH)} characters.`)
  const compiled = compile(text)
  if (compiled.programSize() > MAX_PROGRAM) throw new Error('It repeats too much.')
  const groupNames = Object.keys(compiled.namedGroups())
  return {
    text,
    groupNames,
    groupCount: compiled.groupCount(),
    find: (subject, limit) => find(compiled, groupNames, subject, limit),
    test: subject => compiled.matcher(subject).find(),
    replace: (subject, by) => compiled.matcher(subject).replaceAll(by),
    split: subject => compiled.split(subject, -1),
  }
}

/** Whether a pattern has a group of this name or number. */
export const hasGroup = ({ groupCount, groupNames }: Pattern, group: unknown): boolean =>
  typeof group === 'string'
    ? groupNames.includes(group)
    : Number.isSafeInteger(group) && (group as number) >= 0 && (group as number) <= groupCount

/** Why a match has no value. */
export const NO_PART = 'the group took no part in the match'

const LITERAL = /^\/.+\/[a-z]*$/s

/** Explains for a trace why a pattern finds nothing. Slashes around a pattern are a habit of other languages. */
export function whyNoMatch({ text }: Pattern): string {
  const reason = `nothing matches the pattern ${JSON.stringify(text)}`
  return LITERAL.test(text)
    ? `${reason}: its slashes are part of it, and flags stand at its start, as in "(?i)tea"`
    : reason
}

const LOOKS_AROUND = /\(\?<?[=!]/
const INSTEAD =
  'Match what stands around as well, and put the part that you want in a group: "Price: (\\d+)".'

function compile(text: string): RE2JS {
  try {
    return RE2JS.compile(text)
  } catch (error) {
    const [around] = LOOKS_AROUND.exec(text) ?? []
    if (around !== undefined) throw new Error(`It looks around ("${around}"), which RE2 does not. ${INSTEAD}`)
    throw new Error(`${(error as Error).message.replace('error parsing regexp: ', '')}.`)
  }
}

function find(compiled: RE2JS, names: string[], subject: string, limit: number): PatternMatch[] {
  const matcher = compiled.matcher(subject)
  const found: PatternMatch[] = []
  while (found.length < limit && matcher.find()) {
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, index) => matcher.group(index) ?? null,
    )
    const named: PatternMatch['named'] = Object.create(null)
    for (const name of names) named[name] = matcher.group(name) ?? null
    found.push({ groups, named })
  }
  return found
}

/** Compiling a Unicode class takes as long as this many plain characters. */
const CLASS_COST = 200
/** A class that is not closed extends to the end: what follows its bracket is not searched again. */
const PIECE =
  /(?<repeat>\{(?<least>\d+)(?:,(?<most>\d*))?\})|\\[pP](?:\{[^}]*\}?|.)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]?|(?<open>\()|(?<close>\))|./gs

/** Estimates the cost of compiling a pattern: its length with all repetitions written out. */
export function patternCost(text: string): number {
  const groups = [0]
  let last = 0
  const add = (cost: number) => {
    groups[groups.length - 1]! += cost
  }
  for (const match of text.matchAll(PIECE)) {
    const { repeat, least, most, open, close } = match.groups!
    if (open) groups.push(1)
    else if (repeat) {
      const times = Math.max(1, Number(least), Number(most ?? 0))
      add(last * (times - 1))
      last *= times
    } else {
      last = close && groups.length > 1 ? groups.pop()! : costOf(match[0])
      add(last)
    }
  }
  return groups.reduce((sum, cost) => sum + cost)
}

const costOf = (piece: string) => piece.length + CLASS_COST * (piece.match(/\\p/gi)?.length ?? 0)
