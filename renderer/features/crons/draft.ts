import type { Cron } from './api.ts'

/** What a cron runs, as it is being written. */
export interface DraftTarget {
  type: Cron['target']['type']
  id?: string | null | undefined
  input?: unknown
  database_id?: string | null | undefined
}

/** A cron that is being written; what is not filled in is absent. */
export interface CronDraft {
  name?: string
  expression: string
  timezone: string
  target: DraftTarget
  [rule: string]: unknown
}

/** The zone of this machine. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

export const newDraft = (): CronDraft => ({
  expression: '0 9 * * *',
  timezone: HERE,
  target: { type: 'parser' },
})

/** What is written of a cron that there is. */
export const draftOf = ({
  id: _id,
  version: _version,
  reading: _reading,
  next_run_at: _next,
  last_run: _last,
  failures: _failures,
  paused_reason: _reason,
  created_at: _created,
  updated_at: _updated,
  ...draft
}: Cron): CronDraft => draft

/** The addresses of a parser's target, one a line; null for a target that has other input. */
export function addressesOf(input: unknown): string | null {
  const { url, urls, ...rest } = (input ?? {}) as { url?: string; urls?: string[] }
  if (Object.keys(rest).length) return null
  return urls?.join('\n') ?? url ?? ''
}

/** The input that such lines stand for: one address, or many. */
export function inputOf(lines: string): Record<string, unknown> {
  const urls = lines.split('\n').map(line => line.trim())
  const given = urls.filter(line => line)
  return given.length > 1 ? { urls: given } : { url: given[0] ?? '' }
}

/** What is sent: lines of addresses as what they stand for. */
export function bodyOf({ target, ...draft }: CronDraft): object {
  const addresses = target.type === 'parser' ? addressesOf(target.input) : null
  return { ...draft, target: addresses === null ? target : { ...target, input: inputOf(addresses) } }
}
