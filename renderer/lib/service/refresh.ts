import type { Query, QueryClient } from '@tanstack/react-query'
import { isOfDeleted } from './deletion.ts'
import { followUpdates, type Update } from './updates.ts'

type UpdateKind = Update['kind']

/** Queries by the first part of their key: `records` show the records themselves, `counts` count or list them elsewhere. */
interface AffectedQueries {
  records: string[]
  counts?: string[]
}

/** The queries that an update of each kind may affect. */
const QUERIES_BY_KIND: Record<UpdateKind, AffectedQueries> = {
  parser: { records: ['parsers'], counts: ['deleted'] },
  job: { records: ['jobs'], counts: ['running', 'holds', 'credits', 'status'] },
  batch: { records: ['batches'], counts: ['running', 'holds', 'status'] },
  database: { records: ['databases'], counts: ['deleted'] },
  cron: { records: ['crons'], counts: ['deleted'] },
  workflow: { records: ['workflows'], counts: ['deleted'] },
  workflow_run: { records: ['workflow-runs'], counts: ['running', 'holds', 'status'] },
  session: { records: ['sessions'], counts: ['deleted'] },
  webhook: { records: ['webhooks'], counts: ['deleted'] },
  call: { records: [], counts: ['usage', 'failures', 'calls', 'key-usage', 'platforms', 'status'] },
  credits: { records: [], counts: ['credits', 'ledger', 'spent', 'holds', 'usage'] },
  variable: { records: ['variables'] },
  saved_request: { records: ['saved-requests'] },
  key: { records: ['keys'] },
  account: { records: ['accounts'], counts: ['credits'] },
  sign_in: { records: ['sign-ins'] },
  setting: { records: ['settings'], counts: ['platforms', 'status'] },
}

const FIRST_KEYS = new Set(
  Object.values(QUERIES_BY_KIND).flatMap(({ records, counts = [] }) => [...records, ...counts]),
)

/** Updates that arrive within this time are shown together. */
const COLLECT_MS = 1_000
/** How often everything on screen is fetched while there is no update stream. */
const POLL_MS = 5_000
/** A list with more loaded pages than this is not refreshed automatically. */
const MAX_LIVE_PAGES = 4

const ID = /^[a-z]{2,3}_[0-9A-HJKMNP-TV-Z]{26}$/
const idsIn = ({ queryKey }: Query) =>
  queryKey.filter((part): part is string => typeof part === 'string' && ID.test(part))

/** A query with a longer `staleTime` than this is not fetched again before that time has passed. */
const SOON_MS = 5_000

/** Whether a query may be fetched again: neither one that is still fresh by its long `staleTime`, nor a long list. */
function mayChange({ options, state }: Query): boolean {
  const { pages } = (state.data ?? {}) as { pages?: unknown[] }
  const { staleTime } = options as { staleTime?: unknown }
  const freshMs = typeof staleTime === 'number' && staleTime > SOON_MS ? staleTime : 0
  return Date.now() - state.dataUpdatedAt >= freshMs && (pages?.length ?? 0) <= MAX_LIVE_PAGES
}

function isAffectedBy(query: Query, { kind, id }: Update): boolean {
  const first = String(query.queryKey[0])
  const { records, counts = [] } = QUERIES_BY_KIND[kind] ?? { records: [] }
  if (counts.includes(first)) return true
  if (!records.includes(first)) return false
  const ids = idsIn(query)
  return id === null || !ids.length || ids.includes(id)
}

/** Keeps the data on screen in step with the store, by following the updates of the account until `signal` aborts. */
export function refreshQueries(queries: QueryClient, account: string, signal: AbortSignal): void {
  /** The pending updates by kind and id; null if everything may have changed. */
  let pending: Map<string, Update> | null = new Map()
  /**
   * Queries that were being fetched when an update came. Their answer may be older than the change, so they are fetched
   * again.
   */
  let staleFetches = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFollowed = false

  const isDue = (query: Query) => {
    if (isOfDeleted(query)) return false
    if (staleFetches.has(query)) return true
    if (!FIRST_KEYS.has(String(query.queryKey[0])) || !mayChange(query)) return false
    return pending === null || [...pending.values()].some(update => isAffectedBy(query, update))
  }

  /**
   * Delays the refresh once while a mutation of this window is in progress: the mutation refreshes what it changed itself,
   * and may rename what is on screen.
   */
  function refreshSoon(): void {
    if (queries.isMutating()) timer = setTimeout(refresh, COLLECT_MS)
    else refresh()
  }

  function refresh(): void {
    const dueQueries = queries.getQueryCache().findAll({ predicate: isDue })
    staleFetches = new Set(dueQueries.filter(({ state }) => state.fetchStatus === 'fetching'))
    pending = new Map()
    const idle = new Set(dueQueries.filter(query => !staleFetches.has(query)))
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    void queries.invalidateQueries({ predicate: query => idle.has(query), refetchType })
    timer = setTimeout(() => {
      timer = undefined
      if (pending === null || pending.size || staleFetches.size) refresh()
    }, COLLECT_MS)
  }

  followUpdates(
    account,
    {
      followed(is) {
        isFollowed = is
      },
      changed(updates) {
        if (updates === null) pending = null
        else for (const update of updates) pending?.set(`${update.kind} ${update.id}`, update)
        if (timer === undefined) refreshSoon()
      },
    },
    signal,
  )
  const pollTimer = setInterval(() => {
    if (isFollowed || document.visibilityState !== 'visible') return
    pending = null
    if (timer === undefined) refresh()
  }, POLL_MS)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    clearInterval(pollTimer)
  })
}
