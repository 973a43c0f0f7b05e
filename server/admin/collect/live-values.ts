import { AppError } from '../../base/errors.ts'
import { itemsOfLinks } from '../../operations/batches/source.ts'
import type { CronWork } from '../../operations/crons/work.ts'
import type { Target } from '../../operations/jobs/targets.ts'
import { type Context, ownerOf } from '../../operations/operation.ts'
import { parserKey } from '../../operations/parsers/parse.ts'
import { pageEitherWay } from '../../operations/scraping/page-ways.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { extractSample, samplePages } from '../sample-files.ts'
import type { AdminServices } from '../services.ts'

/** A result whose values are shown, and its origin. */
export interface LiveResult {
  value: unknown
  from: 'sent' | 'page' | 'example'
  url: string | null
}

/** The account and target to show results of. */
interface LiveTarget {
  account: Account
  target: Target
  /** Null if the input is not complete yet. */
  work: CronWork | null
}

/**
 * Returns a sample result of what is to be collected, free of charge: a parser reads the first page, which is fetched for
 * this; an API reads its offline example. Returns null if there is no address yet. Throws the errors of a fetch.
 */
export async function liveResult(
  services: AdminServices,
  { account, target, work }: LiveTarget,
  context: Context,
): Promise<LiveResult | null> {
  if (target.api_id !== null) return exampleOf(services, target.api_id, context)
  const url = work && (await firstAddress(services, { account, target, work }, context))
  if (!url) return null
  const parser = target.parser!
  const request = { services, parser, url, accountId: account.id, context }
  const { page } = await pageEitherWay(request)
  const task = {
    key: parserKey(parser),
    schema: parser.schema,
    bytes: page.bytes,
    contentType: page.contentType,
    url: page.url,
    trace: false,
    owner: ownerOf(context),
  }
  const { data } = await services.extraction.parse(task, context.signal)
  return { value: data, from: 'page', url: page.url }
}

/** Returns the address of the first page that would be read. */
async function firstAddress(
  services: AdminServices,
  { account, target, work }: LiveTarget & { work: CronWork },
  context: Context,
): Promise<string | null> {
  if (work.kind === 'job') return addressIn(work.input)
  if (work.kind === 'workflow') return null
  const from = work.itemsFrom
  if (!from?.links) return addressIn((work.items[0] as { input?: unknown } | undefined)?.input)
  const reader = { accountId: account.id, owner: ownerOf(context), signal: context.signal }
  const { items } = await itemsOfLinks(services, target, { ...from, links: from.links, limit: 1 }, reader)
  return addressIn((items[0] as { input: unknown }).input)
}

function addressIn(input: unknown): string | null {
  const { url } = (input ?? {}) as { url?: unknown }
  return typeof url === 'string' && url !== '' ? url : null
}

async function exampleOf(
  services: AdminServices,
  apiId: string,
  context: Context,
): Promise<LiveResult | null> {
  const api = services.prebuilts.find(({ id }) => id === apiId)
  const pages = api ? await samplePages(api) : []
  if (!api || !pages.length) return null
  const value = await extractSample(services, api, pages, context)
  return { value, from: 'example', url: null }
}

/** Returns the error of a page, to show in place of its values. Rethrows anything else. */
export function problemOf(error: unknown): { error: string; hint: string | null } {
  if (!(error instanceof AppError) || error.code === 'cancelled') throw error
  return { error: error.message, hint: error.facts.hint ?? null }
}
