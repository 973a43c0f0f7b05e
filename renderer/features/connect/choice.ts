import type { Tool } from './api.ts'

/** Which tools a client shall see. */
export interface Choice {
  /** Null for every group. */
  groups: string[] | null
  readOnly: boolean
}

export const ALL: Choice = { groups: null, readOnly: false }

/** The address that gives a client these tools and no others. */
export function addressWith(address: string, { groups, readOnly }: Choice): string {
  const query = [groups && `groups=${groups.join(',')}`, readOnly && 'readonly=1'].filter(Boolean)
  return query.length ? `${address}?${query.join('&')}` : address
}

/** The tools that a choice leaves. */
export const chosen = (tools: readonly Tool[], { groups, readOnly }: Choice) =>
  tools.filter(tool => (groups === null || groups.includes(tool.group)) && (!readOnly || tool.read_only))

export const tokensOf = (tools: readonly Tool[]) => tools.reduce((sum, { tokens }) => sum + tokens, 0)

/** The choice with a group added, or without it; all groups are the same as none named. */
export function toggled(choice: Choice, group: string, groups: readonly string[]): Choice {
  const before = choice.groups ?? groups
  const after = groups.filter(name => (name === group) !== before.includes(name))
  return { ...choice, groups: after.length === groups.length ? null : after }
}
