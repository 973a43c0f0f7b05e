import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { outputSchema } from '../parsers/output-schema.ts'
import type { ParserDocument, ParserRecord, ParserStore } from '../store/parsers.ts'
import { MASK } from './parser-body.ts'
import type { ResourceStore } from './resource.ts'

const SECRET = /auth|cookie|token|secret|key|password|session|credential/i

const mapHeaders = <D extends ParserDocument>(
  document: D,
  change: (name: string, value: string) => string,
): D => ({
  ...document,
  fetch: {
    ...document.fetch,
    headers: Object.fromEntries(
      Object.entries(document.fetch.headers).map(([name, value]) => [name, change(name, value)]),
    ),
  },
})

/** Secret headers are masked in every answer. */
export const masked = <D extends ParserDocument>(document: D): D =>
  mapHeaders(document, (name, value) => (SECRET.test(name) ? MASK : value))

type Headers = Record<string, string>

/** A mask that comes back in a change stands for the value that it hides. */
const unmasked = (document: ParserDocument, before: Headers): ParserDocument =>
  mapHeaders(document, (name, value) => (value === MASK ? hiddenValue(name, before) : value))

function hiddenValue(name: string, before: Headers): string {
  const hidden = Object.entries(before).find(([other]) => other.toLowerCase() === name.toLowerCase())
  if (hidden) return hidden[1]
  throw new AppError('invalid_input', `There is no value that the mask of \`${name}\` could stand for.`, {
    field: `fetch.headers.${name}`,
    hint: 'Send the value itself.',
  })
}

/** Parsers as answers show them: with their output schema and stats, secrets masked. */
export function parserRecords(parsers: ParserStore, now: () => number) {
  const shown = async (record: ParserRecord) => ({
    ...masked(record),
    output_schema: outputSchema(record.schema),
    stats: await parsers.stats(record.id),
  })
  const shownOrNull = async (record: ParserRecord | null) => record && shown(record)

  return {
    async list(accountId, query) {
      const page = await parsers.list(accountId, query)
      return { ...page, data: await Promise.all(page.data.map(shown)) }
    },
    find: async (accountId, id) => shownOrNull(await parsers.find(accountId, id)),
    create: async (accountId, body) =>
      shown(await parsers.create(accountId, newId('prs', now()), unmasked(body, {}), now())),
    async replace(accountId, id, body, expected) {
      const before = await parsers.find(accountId, id)
      if (!before) return null
      const replaced = await parsers.replace(
        accountId,
        id,
        unmasked(body, before.fetch.headers),
        now(),
        expected,
      )
      return replaced === 'stale' ? replaced : shownOrNull(replaced)
    },
    remove: (accountId, id) => parsers.remove(accountId, id, now()),
    restore: async (accountId, id) => shownOrNull(await parsers.restore(accountId, id, now())),
  } satisfies ResourceStore<ParserDocument, Awaited<ReturnType<typeof shown>>>
}
