import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What a call sends, and what it must result in unless the service is killed. A call with an idempotency key may be
 * repeated.
 */
interface CallPlan {
  path: string
  body: string | FormData
  status: number
  used: number
  idempotencyKey?: string
}

/** The part of an answer that arrived: status and headers come together, the body later or never. */
interface ReceivedAnswer {
  status: number
  requestId: string
  used: number
  replayed: boolean
  text?: string
}

/** A call that was sent. Without `arrived`, the service was killed before it answered. */
export interface SentCall {
  plan: CallPlan
  arrived?: ReceivedAnswer
}

/** What the calls use: a site to fetch from, a parser that finds its field, and a parser whose required field is missing. */
export interface CallTargets {
  site: string
  good: string
  strict: string
}

const page = (title: string) => {
  const form = new FormData()
  form.append('html', new Blob([`<h1>${title}</h1>`]), 'page.html')
  return form
}

/** The request body that creates a parser. */
export const parserBody = (name: string, field: unknown) =>
  JSON.stringify({ name, schema: { fields: { title: field } } })

/** The kinds of calls: paid, failing and creating ones. `id` makes the input of each call unique. */
const KINDS = {
  parse: ({ good }: CallTargets, id: string): CallPlan => ({
    path: `/v1/parse/${good}`,
    body: page(id),
    status: 200,
    used: 1,
  }),
  scrape: ({ good, site }: CallTargets, id: string): CallPlan => ({
    path: `/v1/scrape/${good}`,
    body: JSON.stringify({ url: `${site}/page?${id}` }),
    status: 200,
    used: 1,
  }),
  scrapeOfNothing: ({ good, site }: CallTargets): CallPlan => ({
    path: `/v1/scrape/${good}`,
    body: JSON.stringify({ url: `${site}/none` }),
    status: 502,
    used: 0,
  }),
  parseInVain: ({ strict }: CallTargets, id: string): CallPlan => ({
    path: `/v1/parse/${strict}`,
    body: page(id),
    status: 422,
    used: 0,
  }),
  parserMade: (_: CallTargets, id: string): CallPlan => ({
    path: '/v1/parsers',
    body: parserBody(id, 'h1'),
    status: 201,
    used: 0,
  }),
  unknownParser: (_: CallTargets, id: string): CallPlan => ({
    path: '/v1/parse/prs_none',
    body: page(id),
    status: 404,
    used: 0,
  }),
}

export const planParse = KINDS.parse

/** Plans a call that `random` selects. Two of three have an `Idempotency-Key`, and those that create something always do. */
export function planCall(random: () => number, parts: CallTargets, id: string): CallPlan {
  const kinds = Object.values(KINDS)
  const plan = kinds[Math.floor(random() * kinds.length)]!(parts, id)
  const keyed = random() < 2 / 3 || plan.status === 201
  return keyed ? { ...plan, idempotencyKey: id } : plan
}

/** Sends a call and records what arrives, part by part. Never throws, since a killed service just stops answering. */
export async function sendCall(url: string, key: string, plan: CallPlan): Promise<SentCall> {
  const { path, body, idempotencyKey } = plan
  const sent: SentCall = { plan }
  const headers = {
    'x-api-key': key,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  try {
    const answer = await fetch(url + path, { method: 'POST', headers, body })
    sent.arrived = {
      status: answer.status,
      requestId: answer.headers.get('x-request-id')!,
      used: Number(answer.headers.get('x-credits-used') ?? 0),
      replayed: answer.headers.get('idempotency-replayed') === 'true',
    }
    sent.arrived.text = await answer.text()
  } catch {
    // The connection was cut. What arrived before counts.
  }
  return sent
}

/** Runs several callers, each of which sends one call after another, until the service is killed after `ms`. */
export async function callUntilKilled(
  callers: number,
  ms: number,
  kill: () => void,
  send: () => Promise<SentCall>,
) {
  const calls: SentCall[] = []
  const keepCalling = async () => {
    for (let alive = true; alive; ) {
      const sent = await send()
      calls.push(sent)
      alive = sent.arrived?.text !== undefined
    }
  }
  const running = Array.from({ length: callers }, keepCalling)
  await sleep(ms)
  kill()
  await Promise.all(running)
  return calls
}
