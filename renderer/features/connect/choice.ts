import type { Tool } from './api.ts'

/** The tools that a client sees. */
export interface ToolSelection {
  /** Null for the default groups. */
  groups: string[] | null
  readOnly: boolean
}

export const DEFAULT: ToolSelection = { groups: null, readOnly: false }

/** Returns the address that offers a client only these tools. */
export function addressWith(address: string, { groups, readOnly }: ToolSelection): string {
  const query = [groups && `groups=${groups.join(',')}`, readOnly && 'readonly=1'].filter(Boolean)
  return query.length ? `${address}?${query.join('&')}` : address
}

/** Whether the group of a tool is chosen. */
const isIn = ({ groups }: ToolSelection, tool: Tool) => groups?.includes(tool.group) ?? tool.by_default

/** Returns the chosen tools. */
export const chosenTools = (tools: readonly Tool[], choice: ToolSelection) =>
  tools.filter(tool => isIn(choice, tool) && (!choice.readOnly || tool.read_only))

/** Returns the names of the chosen groups, in the order of the tools. */
export const groupsOf = (tools: readonly Tool[], choice: ToolSelection) => [
  ...new Set(tools.filter(tool => isIn(choice, tool)).map(({ group }) => group)),
]

export const tokensOf = (tools: readonly Tool[]) => tools.reduce((sum, { tokens }) => sum + tokens, 0)

/** Adds a group to the choice, or removes it. */
export function withGroupToggled(
  choice: ToolSelection,
  group: string,
  tools: readonly Tool[],
): ToolSelection {
  const before = groupsOf(tools, choice)
  const after = before.includes(group) ? before.filter(name => name !== group) : [...before, group]
  const isDefault = after.toSorted().join() === groupsOf(tools, DEFAULT).toSorted().join()
  return { ...choice, groups: isDefault ? null : after }
}
