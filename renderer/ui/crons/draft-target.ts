import type { InputOf } from '../../lib/service/client.ts'

/** The target of a cron while it is edited. */
export type DraftTarget = InputOf<'cron-create'>['target']

/** Returns the addresses of a parser's input, one per line; null if it has other input. */
export function addressesOf(input: unknown): string | null {
  const { url, urls, ...rest } = (input ?? {}) as { url?: string; urls?: string[] }
  if (Object.keys(rest).length) return null
  return urls?.join('\n') ?? url ?? ''
}

/** Converts lines to the input: `url` for one address, `urls` for several. */
export function inputOf(lines: string): Record<string, unknown> {
  const urls = lines.split('\n').map(line => line.trim())
  const nonEmpty = urls.filter(line => line)
  return nonEmpty.length > 1 ? { urls: nonEmpty } : { url: nonEmpty[0] ?? '' }
}

/** Returns the target to send, without empty lines among a parser's addresses. */
export function sentTarget(target: DraftTarget): DraftTarget {
  const addresses = target.type === 'parser' ? addressesOf(target.input) : null
  return addresses === null ? target : { ...target, input: inputOf(addresses) }
}
