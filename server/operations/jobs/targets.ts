import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { AppError } from '../../base/errors.ts'
import { maxPagesOf } from '../../parsers/paging/pages-at-most.ts'
import { maxPagesField, ONLY_LISTS } from '../../prebuilt/collect-list.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import type { JobType } from '../../store/jobs/rows.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { unknownResource } from '../operation.ts'
import { ownParser } from '../parsers/parse.ts'
import { found } from '../resource.ts'
import { scrapedUrl } from '../scraping/scrape.ts'
import type { Services } from '../services.ts'
import { MAX_PAGE_BYTES } from '../uploads.ts'
import { validate } from '../validate.ts'

/** What jobs run: a parser on fetched or uploaded pages, or a prebuilt API. */
export interface Target {
  type: JobType
  parser: ParserRecord | null
  api_id: string | null
  /** Maximum number of pages that each job reads of the API's list; null for a single call. */
  max_pages: number | null
  input: z.ZodObject
  /** The price of a success, in credits. */
  price: number
  /** The database that results are written into. */
  database_id: string | null
}

/** The input fields that name a target. */
export const targetFields = {
  parser_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The parser to run; either this or `api_id`.')
    .meta({ title: 'Parser', 'x-id-of': 'parser' }),
  api_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The prebuilt API to call, such as `videosite-video`; either this or `parser_id`.')
    .meta({ title: 'API', 'x-id-of': 'api' }),
  max_pages: maxPagesField,
}

const scrapeInput = z.strictObject({ url: scrapedUrl })

const parseInput = z.strictObject({
  html: z.string().min(1).max(MAX_PAGE_BYTES).describe('The page.'),
  url: z
    .url()
    .max(8_192)
    .optional()
    .describe('Its address, which relative links in it are resolved against.'),
})

type TargetInput = {
  parser_id?: string | undefined
  api_id?: string | undefined
  max_pages?: number | undefined
  database_id?: string | undefined
}

/**
 * Returns the target that an input names, with its database. Throws 400 if it names neither or both of parser and API, 404,
 * and 409 for an archived parser.
 */
export async function targetOf(
  services: Services,
  caller: Pick<Caller, 'account'>,
  named: TargetInput,
  type?: JobType,
): Promise<Target> {
  const database_id = await knownDatabase(services, caller, named.database_id)
  return { ...(await runOf(services, caller, named, type)), database_id }
}

/** Like `targetOf`, for a parser or API at `path` in the input: errors name the field by its full path. */
export async function targetAt(
  path: string,
  ...[services, caller, named, type]: Parameters<typeof targetOf>
) {
  const database_id = await knownDatabase(services, caller, named.database_id)
  const run = await runOf(services, caller, named, type).catch(error => {
    throw error instanceof AppError && error.facts.field !== undefined ? fieldBelow(path, error) : error
  })
  return { ...run, database_id }
}

/** Returns the id of a database of the caller; null if none is named. Throws 404 for `field`. */
export async function knownDatabase(
  { store }: Pick<Services, 'store'>,
  { account }: Pick<Caller, 'account'>,
  id: string | undefined,
  field = 'database_id',
): Promise<string | null> {
  if (id !== undefined) found(await store.databases.find(account.id, id), field)
  return id ?? null
}

async function runOf(
  services: Services,
  caller: Pick<Caller, 'account'>,
  named: TargetInput,
  type: JobType | undefined,
): Promise<Omit<Target, 'database_id'>> {
  if ((named.parser_id === undefined) === (named.api_id === undefined)) throw eitherOne(named)
  if (named.api_id !== undefined) return apiTarget(services, named.api_id, named.max_pages, type)
  if (named.max_pages !== undefined)
    throw noList(`The parser’s own \`paginate\` says how its list continues.`)
  if (type === 'api') throw unfit('api_id', 'A job of type `api` names an API.')
  const parser = await ownParser(services, 'parser_id')({ parserId: named.parser_id! }, caller)
  const { price_parse, price_scrape } = services.settings.values
  return type === 'parse'
    ? { type, parser, api_id: null, max_pages: null, input: parseInput, price: price_parse }
    : {
        type: 'scrape',
        parser,
        api_id: null,
        max_pages: null,
        input: scrapeInput,
        price: price_scrape * maxPagesOf(parser.schema),
      }
}

function apiTarget(
  { prebuilts }: Services,
  id: string,
  pages: number | undefined,
  type: JobType | undefined,
): Omit<Target, 'database_id'> {
  if (type !== undefined && type !== 'api')
    throw unfit('parser_id', `A job of type \`${type}\` names a parser.`)
  const api = prebuilts.find(prebuilt => prebuilt.id === id)
  if (!api) throw unknownResource('api_id', `APIs: ${prebuilts.map(known => known.id).join(', ')}.`)
  if (pages !== undefined && !api.paging) throw noList(withPages(prebuilts))
  const max_pages = pages === undefined || pages === 1 ? null : pages
  return { type: 'api', parser: null, api_id: id, max_pages, input: api.input, price: max_pages ?? 1 }
}

const unfit = (field: string, message: string) =>
  new AppError('invalid_input', message, { field, hint: 'Or leave `type` out.' })

/** The error for `max_pages` if the target has no list. */
export const noList = (hint: string) =>
  new AppError('invalid_input', ONLY_LISTS, { field: 'max_pages', hint })

const withPages = (prebuilts: readonly Prebuilt[]) =>
  `Leave it out, or name one of these: ${prebuilts
    .filter(({ paging }) => paging)
    .map(({ id }) => id)
    .join(', ')}.`

const eitherOne = ({ parser_id }: TargetInput) =>
  new AppError('invalid_input', 'Name one target: a parser, or an API.', {
    field: parser_id === undefined ? 'parser_id' : 'api_id',
    hint: 'Give either `parser_id` or `api_id`.',
  })

/**
 * Returns the validated input of a job. Throws 400, with the field below `path`, if its target does not accept it or the text
 * of its URL shows that it cannot be fetched.
 */
export function checkedInput(
  { fetcher }: Pick<Services, 'fetcher'>,
  { type, input }: Pick<Target, 'type' | 'input'>,
  raw: unknown,
  path: string,
): Record<string, unknown> {
  try {
    const checked = validate({ input }, raw)
    if (type === 'scrape') fetcher.checkAddress(String(checked.url))
    return checked
  } catch (error) {
    throw fieldBelow(path, error)
  }
}

/** Returns an error with its field prefixed by `path`; anything that is not an `AppError` unchanged. */
export function fieldBelow(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown
  const { field } = thrown.facts
  return new AppError(thrown.code, thrown.message, {
    ...thrown.facts,
    field: field ? `${path}.${field}` : path,
  })
}
