import type { Cron, CronBody } from './api.ts'

/** What a cron runs, while it is edited. */
export type DraftTarget = CronBody['target']

/** A cron while it is edited; it may have no name yet. */
export type CronDraft = Omit<CronBody, 'name'> & { name?: string }

/** The zone of this machine. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

export const newDraft = (): CronDraft => ({
  expression: '0 9 * * *',
  timezone: HERE,
  target: { type: 'parser' },
})

/** The editable part of a saved cron. */
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

/** The body to send, with addresses as input. The service reports a missing name. */
export function bodyOf({ target, ...draft }: CronDraft): CronBody {
  const addresses = target.type === 'parser' ? addressesOf(target.input) : null
  const body = { ...draft, target: addresses === null ? target : { ...target, input: inputOf(addresses) } }
  return body as CronBody
}
