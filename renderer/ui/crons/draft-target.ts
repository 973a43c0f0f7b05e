import type { InputOf } from '../../lib/service/client.ts'

/** What a cron runs, while it is edited. */
export type DraftTarget = InputOf<'cron-create'>['target']

/** The addresses of a parser's target, one per line; null for a target with other input. */
export function addressesOf(input: unknown): string | null {
  const { url, urls, ...rest } = (input ?? {}) as { url?: string; urls?: string[] }
  if (Object.keys(rest).length) return null
  return urls?.join('\n') ?? url ?? ''
}

/** The input for these lines: one address, or many. */
export function inputOf(lines: string): Record<string, unknown> {
  const urls = lines.split('\n').map(line => line.trim())
  const filled = urls.filter(line => line)
  return filled.length > 1 ? { urls: filled } : { url: filled[0] ?? '' }
}

/** The target to send: empty lines among the addresses of a parser are left out. */
export function sentTarget(target: DraftTarget): DraftTarget {
  const addresses = target.type === 'parser' ? addressesOf(target.input) : null
  return addresses === null ? target : { ...target, input: inputOf(addresses) }
}
