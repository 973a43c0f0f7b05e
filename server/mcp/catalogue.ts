import { LRUCache } from 'lru-cache'
import type { Caller } from '../accounts/caller.ts'
import { AppError } from '../base/errors.ts'
import { once } from '../base/once.ts'
import { createTurns } from '../base/turns.ts'
import type { JsonSchema } from '../docs/json-schema.ts'
import type { Operation } from '../operations/operation.ts'
import { outputSchema } from '../parsers/output-schema.ts'
import type { Scope } from '../store/accounts/keys.ts'
import type { ParserRecord } from '../store/parsers/parsers.ts'
import { byName, checkSelection, type Selection, selected } from './selection.ts'
import { createTool, type Tool } from './tools/tool.ts'
import type { ToolWords } from './tools/tool-words.ts'

/** Most parsers that a connection may pin. */
const MAX_PINNED = 20

/** Number of cached tool choices of connections. */
const MAX_CHOICES = 100

/** All tools, and the tools of a connection. */
export function createCatalogue(
  { operations, words: { translate } }: { operations: readonly Operation[]; words: ToolWords },
  parsers: { find(accountId: string, id: string): Promise<ParserRecord | null> },
) {
  const all = once(async (): Promise<Tool[]> => {
    const turns = createTurns()
    const tools: Tool[] = []
    for (const operation of operations) {
      const face = operation.faces?.tool
      if (face) tools.push(createTool({ operation, face, translate }))
      if (turns.isOver()) await turns.next()
    }
    return tools
  })
  const scrape = operations.find(({ id }) => id === 'scrape')!

  const choices = new LRUCache<string, Tool[]>({ max: MAX_CHOICES })
  /** The last choice for the scopes of a key. A key has the same array of scopes at each of its calls. */
  const lastChoices = new WeakMap<readonly Scope[], { selection: Selection; tools: Tool[] }>()
  const chosenBy = (selection: Selection, scopes: readonly Scope[]): Tool[] | Promise<Tool[]> => {
    const last = lastChoices.get(scopes)
    if (last?.selection === selection) return last.tools
    return choose(selection, scopes).then(tools => {
      lastChoices.set(scopes, { selection, tools })
      return tools
    })
  }

  const choose = async (selection: Selection, scopes: readonly Scope[]): Promise<Tool[]> => {
    const choice = JSON.stringify([selection, scopes])
    const known = choices.get(choice)
    if (known) return known
    const tools = await all()
    checkSelection(tools, selection)
    const chosen = selected(tools, selection, scopes)
    choices.set(choice, chosen)
    return chosen
  }

  const pinned = async ({ account, key }: Caller, ids: readonly string[]): Promise<Tool[]> => {
    if (ids.length > MAX_PINNED) throw tooMany()
    if (!key.scopes.includes('run')) return []
    const found = await Promise.all(ids.map(id => parsers.find(account.id, id)))
    return pinnedTools(
      scrape,
      found.flatMap(parser => (parser && parser.status !== 'archived' ? [parser] : [])),
    )
  }

  const withPinned = async (chosen: Tool[] | Promise<Tool[]>, caller: Caller, ids: readonly string[]) =>
    [...(await chosen), ...(await pinned(caller, ids))].sort(byName)

  return {
    all,
    /** Returns the tools of a connection, sorted by name; synchronously if they are cached. Deleted and archived parsers are left out. */
    of(caller: Caller, selection: Selection): Tool[] | Promise<Tool[]> {
      const chosen = chosenBy(selection, caller.key.scopes)
      return selection.parsers.length ? withPinned(chosen, caller, selection.parsers) : chosen
    },
  }
}

const tooMany = () =>
  new AppError('invalid_input', `More than ${MAX_PINNED} parsers cannot be tools of their own.`, {
    field: 'parsers',
    hint: 'Name the ones that this client needs; parser_scrape_url runs any of them.',
  })

/** Longest name of a tool. */
const MAX_NAME = 40

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** Returns a tool name such as `scrape_product_page`; if several parsers have the name, it ends with the last characters of the id. */
function nameOf({ id, name }: ParserRecord, taken: ReadonlySet<string>): string {
  const end = `_${id.slice(-6).toLowerCase()}`
  const text = `scrape_${slug(name) || 'page'}`.slice(0, MAX_NAME)
  return taken.has(text) ? text.slice(0, MAX_NAME - end.length) + end : text
}

/** Ends a text that its author did not end: the price of a call follows it. */
const asSentence = (text: string) => text.trim().replace(/[\p{L}\p{N})”"]$/u, '$&.')

/** Creates a tool for each pinned parser: it scrapes a page with the parser, and has the schema of its data. */
function pinnedTools(scrape: Operation, parsers: readonly ParserRecord[]): Tool[] {
  const taken = new Set<string>()
  return parsers.map(parser => {
    const name = nameOf(parser, taken)
    taken.add(name)
    return createTool({
      operation: scrape,
      face: { ...scrape.faces!.tool!, name },
      summary: `Fetch a page and read it with the parser “${parser.name}”.`,
      description: asSentence(parser.description),
      output: outputSchema(parser.schema) as JsonSchema,
      fixed: { parserId: parser.id },
    })
  })
}

export type Catalogue = ReturnType<typeof createCatalogue>
