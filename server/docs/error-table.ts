import { isOnce, type Operation } from '../operations/operation.ts'

/** An answer other than success, as the docs list it. */
interface ErrorRow {
  status: number
  meaning: string
}

const takesBody = ({ method, also }: Operation) => method !== 'GET' || also === 'POST'

/** Whether an operation answers with data from a page that it, or the call whose result it returns, fetched. */
const fetches = ({ id, answer, faces }: Operation) =>
  (answer === 'value' && faces?.tool?.hints.openWorld) ||
  /^(batch-create|collect|cron-run|result-read|session-test)$/.test(id)

/** Operations that read pages for free, or return what an earlier call read. */
const READS_PAGES = /^(fixture-create|parser-(selectors|validate)|job-(page|trace)|result-read)$/

/** Operations that refuse an invalid graph. */
const GRAPH_CHECKED = /^workflow-(create|replace|import|run|run-retry|version-restore)$/

const ROWS: (ErrorRow & { when(operation: Operation): boolean })[] = [
  { status: 400, meaning: 'A field is missing, unknown or not valid; `field` names it. `target_forbidden`: the address is on your own network, or `robots.txt` closes it. `not_asked_for`: the page is about something other than what was asked for.', when: () => true },
  { status: 401, meaning: 'The API key is missing, unknown, revoked or expired.', when: ({ access }) => access !== 'public' },
  { status: 402, meaning: 'Too few credits: `required`, `available`.', when: ({ cost, spends, answer }) => Boolean(cost || spends) || answer === 'accepted' },
  { status: 403, meaning: 'The key does not have the scope, or the Host or Origin is not allowed.', when: ({ access, fromExtension }) => access !== 'public' || Boolean(fromExtension) },
  { status: 404, meaning: 'The record or the path does not exist, or the platform does not have it or does not show it: `not_found`, `private`, `unavailable`, `no_captions`.', when: () => true },
  { status: 409, meaning: 'The record is in another state, something else uses it, rows do not fit, or the first call with this `Idempotency-Key` has not ended.', when: ({ id, method, also }) => [method, also].includes('POST') || /^job-(result|page|trace)$|^(job|batch|parser|database|workflow|workflow-run|session)-delete$|^(database|session)-replace$/.test(id) },
  { status: 410, meaning: 'The result or the page is no longer kept.', when: ({ id }) => /^job-(result|page|reparse|retry)$/.test(id) },
  { status: 412, meaning: 'The record has changed since the version in `If-Match`.', when: ({ checksVersion }) => Boolean(checksVersion) },
  { status: 413, meaning: 'The body or one of its parts is too large.', when: takesBody },
  { status: 415, meaning: 'The body is of a type that this call does not take.', when: takesBody },
  { status: 422, meaning: 'The page does not have a required field (`field`), or its extraction failed.', when: ({ cost, id }) => Boolean(cost) || READS_PAGES.test(id) },
  { status: 422, meaning: 'The `Idempotency-Key` was used with another input.', when: operation => takesBody(operation) && isOnce(operation) },
  { status: 422, meaning: 'The workflow has problems: `invalid_graph`; `field` names the place of the first, `problems` lists the first 100.', when: ({ id }) => GRAPH_CHECKED.test(id) },
  { status: 429, meaning: 'There are too many calls at once, or a limit is reached. `Retry-After` says how long to wait, if waiting helps.', when: () => true },
  { status: 502, meaning: 'The site returned no data: `blocked`, `changed`, `timeout`, `dns`, `tls`, `connection`, `too_large` …', when: operation => fetches(operation) || operation.id.startsWith('extract-') },
  { status: 503, meaning: 'The store cannot be written, or Winnow is stopping.', when: () => true },
] // biome-ignore format: a table

/** Returns the errors that an operation can answer with. All errors are free. */
export const errorsOf = (operation: Operation): ErrorRow[] => {
  const byStatus = Map.groupBy(
    ROWS.filter(row => row.when(operation)),
    ({ status }) => status,
  )
  return [...byStatus].map(([status, rows]) => ({ status, meaning: rows.map(row => row.meaning).join(' ') }))
}
