import { newId } from '../../base/ids.ts'
import { MASK } from '../../base/mask.ts'
import { createTurns } from '../../base/turns.ts'
import { outputSchema } from '../../parsers/output-schema.ts'
import { typeText } from '../../parsers/type-text.ts'
import { maskProxy, unmaskProxies } from '../../settings/proxy-address.ts'
import { headerOf, maskHeaders, nothingHidden, unmaskHeaders } from '../../settings/secret-headers.ts'
import type { Store } from '../../store/open-store.ts'
import type { ParserDocument, ParserRecord } from '../../store/parsers/parsers.ts'
import { MAX_DEPENDANTS, openWork, refuseWhereNeeded } from '../dependants.ts'
import type { ResourceStore } from '../resource.ts'
import { assertSessionExists } from '../sessions/records.ts'

type ParserFetch = ParserDocument['fetch']

/** How to change the values that may be secret. */
interface SecretMapping {
  headers(headers: ParserFetch['headers']): ParserFetch['headers']
  proxy(address: string): string
}

const mapSecrets = <D extends ParserDocument>(document: D, change: SecretMapping): D => ({
  ...document,
  fetch: {
    ...document.fetch,
    secret_headers: [...marksOf(document)],
    headers: change.headers(document.fetch.headers),
    proxy: document.fetch.proxy && change.proxy(document.fetch.proxy),
  },
})

/** Returns the names of headers that a parser marks as secret. */
export const marksOf = ({ fetch }: Pick<ParserDocument, 'fetch'>): readonly string[] =>
  fetch.secret_headers ?? []

/**
 * Returns the document with its secrets masked for answers: secret headers, including those in `marked`, and the user and
 * password of the proxy.
 */
export const masked = <D extends ParserDocument>(document: D, marked: readonly string[] = []): D => {
  const secret = [...marksOf(document), ...marked]
  return mapSecrets(document, { headers: headers => maskHeaders(headers, secret), proxy: maskProxy })
}

/** Replaces masks in a changed document with the values that they hide. */
const unmasked = (document: ParserDocument, before: Pick<ParserFetch, 'headers' | 'proxy'>): ParserDocument =>
  mapSecrets(document, {
    headers: headers =>
      unmaskHeaders(headers, {
        marked: marksOf(document),
        hidden: name => headerOf(before.headers, name),
        field: 'fetch.headers',
        marks: 'fetch.secret_headers',
      }),
    proxy: address => (address.includes(MASK) ? hiddenProxy(address, before.proxy) : address),
  })

/** Returns fetch settings from a client with their masks replaced by the secrets of the parser they belong to. */
export const unmaskedFetch = (
  fetch: ParserFetch,
  before: Pick<ParserFetch, 'headers' | 'proxy'> = NO_SECRETS,
): ParserFetch => unmasked({ fetch } as ParserDocument, before).fetch

/** Accepts a mask only for the host that the password was given for; at another host it would reveal the password. */
function hiddenProxy(address: string, before: ParserFetch['proxy']): string {
  const known = unmaskProxies(address, before)
  if (known !== null) return known
  throw nothingHidden('in this proxy', 'fetch.proxy')
}

/** The hidden values of a new parser: none. */
const NO_SECRETS = { headers: {}, proxy: null }

/**
 * Returns a new parser and the function that writes it, to be called in the transaction of the call that creates the parser.
 */
export function newParser(
  store: Pick<Store, 'parsers' | 'sessions'>,
  accountId: string,
  body: ParserDocument,
  now: number,
) {
  const check = () => assertSessionExists(store, accountId, body.fetch.session)
  check()
  const { record, write } = store.parsers.create(
    accountId,
    newId('prs', now),
    unmasked(body, NO_SECRETS),
    now,
  )
  return {
    record,
    write() {
      check()
      write()
    },
  }
}

/** The parser records for answers: with output schema and stats, secrets masked. */
export function parserRecords(
  store: Pick<Store, 'parsers' | 'jobs' | 'workflows' | 'crons' | 'sessions'>,
  now: () => number,
) {
  const { parsers, jobs } = store
  const shown = async (record: ParserRecord) => {
    const output = outputSchema(record.schema)
    return {
      ...masked(record),
      output_schema: output,
      output_type: typeText(output),
      stats: await parsers.stats(record.id),
    }
  }
  /** Handles records one by one and yields to the event loop, because the output schemas of large parsers take a while. */
  const allShown = async (records: ParserRecord[]) => {
    const turns = createTurns()
    const all = []
    for (const record of records) {
      if (turns.isOver()) await turns.next()
      all.push(await shown(record))
    }
    return all
  }
  const shownOrNull = async (record: ParserRecord | null) => record && shown(record)

  return {
    async list(accountId, query) {
      const page = await parsers.list(accountId, query)
      return { ...page, data: await allShown(page.data) }
    },
    count: parsers.count,
    find: async (accountId, id) => shownOrNull(await parsers.find(accountId, id)),
    async create(accountId, body, write) {
      const created = newParser(store, accountId, body, now())
      write(created.write)
      return shown(created.record)
    },
    async replace(accountId, id, body, expected) {
      const before = await parsers.find(accountId, id)
      if (!before) return null
      const check = () => assertSessionExists(store, accountId, body.fetch.session)
      check()
      const document = unmasked(body, before.fetch)
      const replaced = await parsers.replace(accountId, id, document, now(), { expected, check })
      return replaced === 'stale' ? replaced : shownOrNull(replaced)
    },
    async remove(accountId, id, expected) {
      const openJobs = () => openWork(jobs.openOfParser(accountId, id, MAX_DEPENDANTS))
      const recheck = await refuseWhereNeeded(store, accountId, { noun: 'parser', id, more: openJobs() })
      return parsers.remove(accountId, id, now(), { expected, check: () => recheck(openJobs()) })
    },
    async restore(accountId, id) {
      const deleted = await parsers.deleted(accountId, id, now())
      if (!deleted) return null
      const check = () => assertSessionExists(store, accountId, deleted.fetch.session)
      return shownOrNull(await parsers.restore(accountId, id, now(), { check }))
    },
  } satisfies ResourceStore<ParserDocument, Awaited<ReturnType<typeof shown>>>
}
