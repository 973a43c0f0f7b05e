import { oncePerKey } from '../../base/once.ts'
import type { PageScript } from '../html/read-scripts.ts'
import { parseWhole } from '../json/lenient-json.ts'
import type { Json } from '../parser-schema.ts'
import { readFlightRows } from './flight-rows.ts'
import { createParseRoom, type ParseRoom } from './parse-expression.ts'
import { readArguments, readScript, readValue, type Unread } from './read-value.ts'
import { scriptNames } from './script-names.ts'

/** The data in the scripts of a page. */
export interface ScriptReader {
  /** What goes by a name, best first. */
  valuesOf(name: string): Json[]
  /** Why nothing goes by a name, and which names there are. */
  whyNone(name: string): string
  /** What a script is as a whole. */
  readScript(text: string): Json | undefined
}

/** Uses of one name that cannot be read, each of which may take as long as all of the page. */
const MAX_UNREADABLE = 50

/** What follows a name that is assigned to (`X = `, `window["X"] = `), pushed to or called. */
const USE =
  /(?:["']\s*\])?\s*(?:(?<assigns>(?:\|\||\?\?)?=(?![=>])\s*)|\.\s*(?=push\s*(?<pushes>\())|(?<calls>(?=\()))/y
/** What pushes to a list where it is made: `(X = X || []).push(`. */
const THEN_PUSHED = /\s*\)\s*\.\s*(?=push\s*\()/y
/** Comments are looked for so many characters before a name. */
const LOOK_BACK = 500

/** What the scripts do with one name. */
interface Uses {
  assigned: Json[]
  /** Perhaps in a comment. */
  doubted: Json[]
  pushed: Json[]
  called: Json[]
  unread: Unread | undefined
}

/**
 * Reads what scripts hold as JSON, or as JavaScript that is data: the scripts of an id, then wherever a variable or property of
 * a name is assigned, pushed to, or called as a function. One bound holds for all rules of a page.
 */
export function createScriptReader(scripts: PageScript[]): ScriptReader {
  const room = createParseRoom()
  const usesOf = oncePerKey(name => findUses(scripts, name, room))
  const read = (text: string) => readScript(text, room)
  return {
    readScript: read,
    valuesOf: oncePerKey(name => {
      const named = scripts.filter(({ id }) => id === name).map(({ text }) => read(text))
      const { assigned, doubted, pushed, called } = usesOf(name)
      const values = [
        ...gathered(assigned, pushed),
        ...objectsFirst([...assigned, ...pushed]),
        ...called,
        ...doubted,
      ]
      return [...named.filter(value => value !== undefined), ...values]
    }),
    whyNone(name) {
      const { unread } = usesOf(name)
      if (unread) return `scripts use the name ${JSON.stringify(name)}, but ${unread}`
      const names = scriptNames(scripts)
      const missing = `no script holds JSON by the name ${JSON.stringify(name)}`
      return names ? `${missing}: there are ${names}` : `${missing}, or by any other`
    },
  }
}

function findUses(scripts: PageScript[], name: string, room: ParseRoom): Uses {
  const uses: Uses = { assigned: [], doubted: [], pushed: [], called: [], unread: undefined }
  const variable = name.replace(/^(?:window|self|globalThis)\./, '')
  let left = variable === '' ? 0 : MAX_UNREADABLE
  for (const { text } of scripts) {
    for (let at = text.indexOf(variable); at >= 0 && left > 0; ) {
      const behind = at + variable.length
      const end = addUse(uses, text, at, behind, room)
      if (end === 'unreadable') left--
      at = text.indexOf(variable, typeof end === 'number' ? end : behind)
    }
  }
  return uses
}

/** The place behind what the name is used with here; null where that cannot give it a value. */
function addUse(
  uses: Uses,
  text: string,
  start: number,
  behind: number,
  room: ParseRoom,
): number | 'unreadable' | null {
  USE.lastIndex = behind
  const use = /[\w$]/.test(text.charAt(start - 1)) ? undefined : USE.exec(text)?.groups
  const comment = use && commentBefore(text, start)
  if (!use || comment === 'certain') return null
  const at = USE.lastIndex
  if (use.assigns !== undefined) {
    const { value, unread, end } = readValue(text, at, room)
    const list = comment === 'possible' ? uses.doubted : uses.assigned
    if (value !== undefined) list.push(...withParsed(value))
    uses.unread ??= unread
    THEN_PUSHED.lastIndex = end ?? text.length
    return THEN_PUSHED.test(text) ? addPushed(uses, text, THEN_PUSHED.lastIndex, room) : (end ?? 'unreadable')
  }
  if (use.pushes !== undefined) return addPushed(uses, text, at, room)
  const given = readArguments(text, start, room)
  if (!given) return 'unreadable'
  uses.called.push(...given.values.filter(isObject))
  return given.end
}

function addPushed(uses: Uses, text: string, at: number, room: ParseRoom): number | 'unreadable' {
  const given = readArguments(text, at, room)
  if (!given) return 'unreadable'
  for (const value of given.values) uses.pushed.push(value ?? null)
  return given.end
}

/** Whether what comes next is in a comment. Its mark may also be a part of a text, such as an address, unless it starts a line. */
function commentBefore(text: string, at: number): 'certain' | 'possible' | null {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at)
  const lineAt = before.lastIndexOf('\n') + 1
  const line = before.slice(lineAt)
  const startsLine = lineAt > 0 || at <= LOOK_BACK
  if (startsLine && /^\s*\/\//.test(line)) return 'certain'
  const isInBlock = before.lastIndexOf('/*') > before.lastIndexOf('*/')
  return isInBlock || /[^:"'\w]\/\//.test(line) ? 'possible' : null
}

const isObject = (value: Json | undefined): value is Json => typeof value === 'object' && value !== null

/** A text that is JSON is what `JSON.parse` makes of it a line later. */
function withParsed(value: Json): Json[] {
  const parsed = typeof value === 'string' ? parseWhole(value) : undefined
  return parsed === undefined ? [value] : [parsed, value]
}

/** A list with what is pushed to it, and what a server streams through such pushes. */
function gathered(assigned: Json[], pushed: Json[]): Json[] {
  if (pushed.length === 0) return []
  const list = [...(assigned.find(Array.isArray) ?? []), ...pushed]
  const rows = readFlightRows(list)
  return rows ? [list, rows] : [list]
}

const objectsFirst = (values: Json[]): Json[] => [
  ...values.filter(isObject),
  ...values.filter(value => !isObject(value)),
]
