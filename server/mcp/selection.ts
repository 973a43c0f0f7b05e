import type { IncomingMessage } from 'node:http'
import { AppError } from '../base/errors.ts'
import { flagIn } from '../base/fields/flag-text.ts'
import type { Scope } from '../store/accounts/keys.ts'
import type { Tool } from './tools/tool.ts'

/** The tools that a connection wants, from its address and headers. */
export interface Selection {
  /** Includes `default` for the groups that are offered by default. */
  groups: string[]
  tools: string[] | null
  readOnly: boolean
  /** Ids of parsers that are tools of their own. */
  parsers: string[]
}

/** Stands for the groups that are offered by default. */
const DEFAULT = 'default'

const PARAMETERS = ['groups', 'parsers', 'readonly', 'tools']
const headerOf = (name: string) => `x-mcp-${name}`
const HEADERS = PARAMETERS.map(headerOf)

/** Sorts tools by name: clients need a stable order. */
export const byName = (a: Tool, b: Tool) => (a.face.name < b.face.name ? -1 : 1)

/** The selection of connections that ask for nothing. They share one object, so that the tools chosen for it are found quickly. */
const DEFAULT_SELECTION: Selection = { groups: [DEFAULT], tools: null, readOnly: false, parsers: [] }

const words = (text: string) =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)

/**
 * Reads the selection from `?groups=social,realty&tools=…&readonly=1&parsers=prs_…`, or from the headers `X-MCP-Groups`,
 * `-Tools`, `-Readonly`, `-Parsers`, which take precedence.
 */
export function selectionOf({ headers }: IncomingMessage, query: string): Selection {
  if (!query && !HEADERS.some(name => headers[name] !== undefined)) return DEFAULT_SELECTION
  const params = new URLSearchParams(query)
  checkNames([...params.keys()])
  const parameter = (name: string) =>
    (headers[headerOf(name)] as string | undefined) ?? params.get(name) ?? undefined
  const list = (name: string) => {
    const text = parameter(name)
    return text === undefined ? null : words(text)
  }
  const tools = list('tools')
  return {
    groups: list('groups') ?? (tools ? [] : DEFAULT_SELECTION.groups),
    tools,
    readOnly: flagIn('readonly', parameter('readonly')),
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

/** Throws 400 for an unknown group or tool, or none at all: a client would show an empty list without an explanation. */
export function checkSelection(tools: readonly Tool[], { groups, tools: names, parsers }: Selection): void {
  if (!groups.length && !names?.length && !parsers.length)
    throw new AppError('invalid_input', 'No tools are chosen.', {
      field: names ? 'tools' : 'groups',
      hint: 'Name at least one. Without `groups` and `tools`, a connection gets the default tools.',
    })
  check('groups', groups, [DEFAULT, ...new Set(tools.map(({ face }) => face.group))])
  check(
    'tools',
    names ?? [],
    tools.map(({ face }) => face.name),
  )
}

function check(field: string, names: readonly string[], known: readonly string[]) {
  const unknown = names.find(name => !known.includes(name))
  if (unknown === undefined) return
  throw new AppError('invalid_input', `There is nothing named \`${unknown}\` among the ${field}.`, {
    field,
    hint: `Known ${field}: ${known.toSorted().join(', ')}.`,
  })
}

/** Returns the tools that a key may use and a connection wants, sorted by name. */
export function selected(
  tools: readonly Tool[],
  { groups, tools: names, readOnly }: Selection,
  scopes: readonly Scope[],
): Tool[] {
  const allowed = ({ operation: { access } }: Tool) => access === 'public' || scopes.includes(access as Scope)
  const isSelected = (tool: Tool) =>
    (groups.includes(DEFAULT) && tool.isDefault) ||
    groups.includes(tool.face.group) ||
    names?.includes(tool.face.name)
  return tools
    .filter(tool => allowed(tool) && isSelected(tool) && (!readOnly || tool.face.hints.readOnly))
    .sort(byName)
}
