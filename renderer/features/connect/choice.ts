import type { Tool } from './api.ts'

/** Which tools a client sees. */
export interface Choice {
  /** Null for the default groups. */
  groups: string[] | null
  readOnly: boolean
}

export const DEFAULT: Choice = { groups: null, readOnly: false }

/** The address that offers a client only these tools. */
export function addressWith(address: string, { groups, readOnly }: Choice): string {
  const query = [groups && `groups=${groups.join(',')}`, readOnly && 'readonly=1'].filter(Boolean)
  return query.length ? `${address}?${query.join('&')}` : address
}

/** True for a tool whose group is chosen. */
const isIn = ({ groups }: Choice, tool: Tool) => groups?.includes(tool.group) ?? tool.by_default

/** The tools of a choice. */
export const chosen = (tools: readonly Tool[], choice: Choice) =>
  tools.filter(tool => isIn(choice, tool) && (!choice.readOnly || tool.read_only))

/** The names of the chosen groups, in the order of the tools. */
export const groupsOf = (tools: readonly Tool[], choice: Choice) => [
  ...new Set(tools.filter(tool => isIn(choice, tool)).map(({ group }) => group)),
]

export const tokensOf = (tools: readonly Tool[]) => tools.reduce((sum, { tokens }) => sum + tokens, 0)

/** The choice with a group added, or without it. */
export function toggled(choice: Choice, group: string, tools: readonly Tool[]): Choice {
  const before = groupsOf(tools, choice)
  const after = before.includes(group) ? before.filter(name => name !== group) : [...before, group]
  const isDefault = after.toSorted().join() === groupsOf(tools, DEFAULT).toSorted().join()
  return { ...choice, groups: isDefault ? null : after }
}
