import type { IncomingMessage } from 'node:http'
import { AppError } from '../base/errors.ts'
import { flagIn } from '../base/fields/flag-text.ts'
import type { Scope } from '../store/accounts/keys.ts'
import type { Tool } from './tools/tool.ts'

/** Which tools a connection wants, from its address and headers. */
export interface Selection {
  /** With `default` for those that come without being named. */
  groups: string[]
  tools: string[] | null
  readOnly: boolean
  /** Ids of parsers that are tools of their own. */
  parsers: string[]
}

/** Names the groups that come without being named. */
const DEFAULT = 'default'

const PARAMETERS = ['groups', 'parsers', 'readonly', 'tools']
const headerOf = (name: string) => `x-mcp-${name}`
const HEADERS = PARAMETERS.map(headerOf)

/** The order of the list, which clients want to be always the same. */
export const byName = (a: Tool, b: Tool) => (a.face.name < b.face.name ? -1 : 1)

/** What a connection gets that asks for nothing: one object for all of them, so that what was chosen by it is found at once. */
const UNASKED: Selection = { groups: [DEFAULT], tools: null, readOnly: false, parsers: [] }

const words = (text: string) =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)

/**
 * `?groups=social,realty&tools=…&readonly=1&parsers=prs_…`, or the headers `X-MCP-Groups`, `-Tools`, `-Readonly`, `-Parsers`,
 * which win.
 */
export function selectionOf({ headers }: IncomingMessage, query: string): Selection {
  if (!query && !HEADERS.some(name => headers[name] !== undefined)) return UNASKED
  const asked = new URLSearchParams(query)
  checkNames([...asked.keys()])
  const said = (name: string) =>
    (headers[headerOf(name)] as string | undefined) ?? asked.get(name) ?? undefined
  const list = (name: string) => {
    const text = said(name)
    return text === undefined ? null : words(text)
  }
  const tools = list('tools')
  return {
    groups: list('groups') ?? (tools ? [] : UNASKED.groups),
    tools,
    readOnly: flagIn('readonly', said('readonly')),
    parsers: list('parsers') ?? [],
  }
}

function checkNames(names: readonly string[]): void {
  const field = names.find(name => !PARAMETERS.includes(name))
  if (field === undefined) return
  throw new AppError('invalid_input', 'This address takes no parameter of that name.', {
    field,
    hint: `It takes ${PARAMETERS.join(', ')}. A key is sent as a header: \`X-API-Key\`.`,
  })
}

/** Throws 400 for a group or a tool that there is not: a client would show an empty list and say nothing. */
export function checkSelection(tools: readonly Tool[], { groups, tools: names }: Selection): void {
  check('groups', groups, [DEFAULT, ...new Set(tools.map(({ face }) => face.group))])
  check(
    'tools',
    names ?? [],
    tools.map(({ face }) => face.name),
  )
}

function check(field: string, asked: readonly string[], known: readonly string[]) {
  const unknown = asked.find(name => !known.includes(name))
  if (unknown === undefined) return
  throw new AppError('invalid_input', `There is nothing named \`${unknown}\` among the ${field}.`, {
    field,
    hint: `Known ${field}: ${known.toSorted().join(', ')}.`,
  })
}

/** The tools that a key may use and a connection wants, by name. */
export function selected(
  tools: readonly Tool[],
  { groups, tools: names, readOnly }: Selection,
  scopes: readonly Scope[],
): Tool[] {
  const allowed = ({ operation: { access } }: Tool) => access === 'public' || scopes.includes(access as Scope)
  const wanted = (tool: Tool) =>
    (groups.includes(DEFAULT) && tool.isDefault) ||
    groups.includes(tool.face.group) ||
    names?.includes(tool.face.name)
  return tools
    .filter(tool => allowed(tool) && wanted(tool) && (!readOnly || tool.face.hints.readOnly))
    .sort(byName)
}
