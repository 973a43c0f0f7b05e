import { oncePerKey } from '../../base/once.ts'
import type { PageScript } from '../html/read-scripts.ts'
import { parseWhole } from '../json/lenient-json.ts'
import type { Json } from '../parser-schema.ts'
import { commentsOf } from './comments.ts'
import { readFlightRows } from './flight-rows.ts'
import { type CommentedScript, createLiterals } from './literal-named.ts'
import { createParseBudget, type ParseBudget } from './parse-expression.ts'
import { readArguments, readScript, readValue, type UnreadReason } from './read-value.ts'
import { scriptNames } from './script-names.ts'

/** The data in the scripts of a page. */
export interface ScriptReader {
  /** Returns the values with a name, best first. */
  valuesOf(name: string): Json[]
  /** Says why no value has this name, and which names there are. */
  whyNone(name: string): string
  /** Reads a whole script. */
  readScript(text: string): Json | undefined
}

/** The maximum number of unreadable uses of a name, each of which may take as long as the whole page. */
const MAX_UNREADABLE = 50

/** What follows a name that is assigned (`X = `, `window["X"] = `), pushed to or called. */
const USE =
  /(?:["']\s*\])?\s*(?:(?<assigns>(?:\|\||\?\?)?=(?![=>])\s*)|\.\s*(?=push\s*(?<pushes>\())|(?<calls>(?=\()))/y
/** A push to a list where it is created: `(X = X || []).push(`. */
const THEN_PUSHED = /\s*\)\s*\.\s*(?=push\s*\()/y

/** The uses of one name in the scripts. */
interface NameUses {
  assigned: Json[]
  pushed: Json[]
  called: Json[]
  unread: UnreadReason | undefined
  /** Whether a comment has the name where a value would follow. */
  isCommented: boolean
}

/**
 * Creates a reader of the data in scripts, as JSON or as JavaScript that is data: scripts with an id, then every place
 * where a variable or property is assigned, pushed to, or called as a function. All rules of a page share the same limits.
 */
export function createScriptReader(scripts: PageScript[]): ScriptReader {
  const commented = scripts.map(({ id, text }) => ({ id, text, inComment: commentsOf(text) }))
  const budget: ParseBudget = createParseBudget(createLiterals(commented, () => budget))
  const usesOf = oncePerKey(name => findUses(commented, name, budget))
  const read = (text: string) => readScript(text, budget)
  return {
    readScript: read,
    valuesOf: oncePerKey(name => {
      const named = scripts.filter(({ id }) => id === name).map(({ text }) => read(text))
      const { assigned, pushed, called } = usesOf(name)
      const values = [
        ...collectPushed(assigned, pushed),
        ...objectsFirst([...assigned, ...pushed]),
        ...called,
      ]
      return [...named.filter(value => value !== undefined), ...values]
    }),
    whyNone(name) {
      const { unread, isCommented } = usesOf(name)
      if (unread) return `scripts use the name ${JSON.stringify(name)}, but ${unread}`
      const names = scriptNames(commented)
      const missing = isCommented
        ? `scripts set ${JSON.stringify(name)} in comments only`
        : `no script holds JSON by the name ${JSON.stringify(name)}`
      if (names) return `${missing}: there are ${names}`
      return isCommented ? missing : `${missing}, or by any other`
    },
  }
}

function findUses(scripts: CommentedScript[], name: string, budget: ParseBudget): NameUses {
  const uses: NameUses = { assigned: [], pushed: [], called: [], unread: undefined, isCommented: false }
  const variable = name.replace(/^(?:window|self|globalThis)\./, '')
  let left = variable === '' ? 0 : MAX_UNREADABLE
  for (const script of scripts) {
    const { text } = script
    for (let at = text.indexOf(variable); at >= 0 && left > 0; ) {
      const nameEnd = at + variable.length
      const end = addUse(uses, script, at, nameEnd, budget)
      if (end === 'unreadable') left--
      at = text.indexOf(variable, typeof end === 'number' ? end : nameEnd)
    }
  }
  return uses
}

/**
 * Adds a use of a name. Returns the position after it; 'unreadable' if its value cannot be read, null if it cannot give the
 * name a value.
 */
function addUse(
  uses: NameUses,
  { text, inComment }: CommentedScript,
  start: number,
  nameEnd: number,
  budget: ParseBudget,
): number | 'unreadable' | null {
  USE.lastIndex = nameEnd
  const use = /[\w$]/.test(text.charAt(start - 1)) ? undefined : USE.exec(text)?.groups
  if (!use) return null
  if (inComment(start)) {
    uses.isCommented = true
    return null
  }
  const at = USE.lastIndex
  if (use.assigns !== undefined) {
    const { value, unread, end } = readValue(text, at, budget)
    if (value !== undefined) uses.assigned.push(...withParsed(value))
    uses.unread ??= unread
    THEN_PUSHED.lastIndex = end ?? text.length
    return THEN_PUSHED.test(text)
      ? addPushed(uses, text, THEN_PUSHED.lastIndex, budget)
      : (end ?? 'unreadable')
  }
  if (use.pushes !== undefined) return addPushed(uses, text, at, budget)
  const call = readArguments(text, start, budget)
  if (!call) return 'unreadable'
  for (const value of call.values) if (isObject(value)) uses.called.push(value)
  return call.end
}

function addPushed(uses: NameUses, text: string, at: number, budget: ParseBudget): number | 'unreadable' {
  const call = readArguments(text, at, budget)
  if (!call) return 'unreadable'
  for (const value of call.values) uses.pushed.push(value ?? null)
  return call.end
}

const isObject = (value: Json | undefined): value is Json => typeof value === 'object' && value !== null

/** A text that is JSON also counts as parsed, as by `JSON.parse` a line later. */
function withParsed(value: Json): Json[] {
  const parsed = typeof value === 'string' ? parseWhole(value) : undefined
  return parsed === undefined ? [value] : [parsed, value]
}

/** Returns a list with everything pushed to it, and the rows that a server streams by such pushes. */
function collectPushed(assigned: Json[], pushed: Json[]): Json[] {
  if (pushed.length === 0) return []
  const list = [...(assigned.find(Array.isArray) ?? []), ...pushed]
  const rows = readFlightRows(list)
  return rows ? [list, rows] : [list]
}

const objectsFirst = (values: Json[]): Json[] => [
  ...values.filter(isObject),
  ...values.filter(value => !isObject(value)),
]
