import { setTimeout as sleep } from 'node:timers/promises'
import { type JetStreamClient, type JsMsg, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { WorkerWay } from '../operations/scraping/page-workers.ts'
import { createAnswerLine } from './answer-line.ts'
import { type BrokerAddress, keepConnected } from './connect.ts'
import { consumerOf, doneOf, helloOf, inboxOf, PARSER, WORK_STREAM } from './subjects.ts'

/** How long one pull for a page waits at the broker. */
const PULL_MS = 5_000
const ASK_MS = 5_000
const RETRY_MS = 250

/** A page as the broker hands it out. */
export interface Delivery {
  data: Uint8Array
  /** How often it was handed out, from 1. */
  count: number
  /** It is still worked on. */
  working(): void
  /** It is done, or nobody wants it. */
  settle(): void
  /** Another worker is to have it. */
  giveBack(): void
}

/** A worker's side of the broker. */
export interface WorkerLink {
  isConnected(): boolean
  /** Asks the service. Rejects where it does not answer in time. */
  hello(said: unknown): Promise<unknown>
  /** A parser by its hash, packed; empty where the service does not know it. */
  parser(hash: string): Promise<Uint8Array>
  /** The next page of its pool; null where none came for a while. */
  next(way: WorkerWay): Promise<Delivery | null>
  /** Hands an answer over. Rejects where the broker cannot take it. */
  answer(task: { id: string; token: string }, answer: Uint8Array): Promise<void>
  stop(): Promise<void>
}

export function linkToService(
  address: BrokerAddress,
  { name, pool, report }: { name: string; pool: string; report(error: unknown): void },
): WorkerLink {
  let current: { nc: NatsConnection; js: JetStreamClient } | undefined
  const connection = keepConnected(address, {
    name,
    inbox: inboxOf(pool),
    async use(nc) {
      current = { nc, js: jetstream(nc) }
    },
    report,
  })

  function connected() {
    if (!current) throw new Error('There is no connection to the broker yet.')
    return current
  }

  const answers = createAnswerLine(async message => connected().js.publish(doneOf(pool), message))

  return {
    isConnected: () => current !== undefined && connection.isConnected(),
    async hello(said) {
      const answer = await connected().nc.request(helloOf(pool), JSON.stringify(said), { timeout: ASK_MS })
      return answer.json()
    },
    async parser(hash) {
      const answer = await connected().nc.request(PARSER, hash, { timeout: ASK_MS })
      return answer.data
    },
    async next(way) {
      const consumer = await connected().js.consumers.get(WORK_STREAM, consumerOf(way, pool))
      const message = await consumer.next({ expires: PULL_MS })
      return message && toDelivery(message)
    },
    answer: answers.add,
    stop: connection.stop,
  }
}

const toDelivery = (message: JsMsg): Delivery => ({
  data: message.data,
  count: message.info.deliveryCount,
  working: () => message.working(),
  settle: () => message.ack(),
  giveBack: () => message.nak(),
})

/** Waits before something is tried again, and keeps no process alive. */
export const pause = () => sleep(RETRY_MS, undefined, { ref: false })
