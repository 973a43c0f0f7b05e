import { setTimeout as sleep } from 'node:timers/promises'
import { type JetStreamClient, type JsMsg, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { WorkerMode } from '../operations/scraping/page-workers.ts'
import { createAnswerLine } from './answer-line.ts'
import { type BrokerAddress, keepConnected } from './connect.ts'
import { consumerOf, doneOf, helloOf, inboxOf, PARSER, WORK_STREAM } from './subjects.ts'

/** How long a pull for a task waits at the broker. */
const PULL_MS = 5_000
const REQUEST_TIMEOUT_MS = 5_000
const RETRY_MS = 250

/** A task as the broker delivers it. */
export interface Delivery {
  data: Uint8Array
  /** Number of deliveries, starting at 1. */
  count: number
  /** Tells the broker that the task is still in progress. */
  working(): void
  /** The task is done, or nobody wants it. */
  settle(): void
  /** Lets another worker have the task. */
  giveBack(): void
}

/** A worker's connection to the broker. */
export interface WorkerLink {
  isConnected(): boolean
  /** Sends a hello to the service. Rejects if the service does not answer in time. */
  hello(message: unknown): Promise<unknown>
  /** Returns the compressed schema of a parser by its hash; empty if the service does not know it. */
  parser(hash: string): Promise<Uint8Array>
  /** Returns the next task of the pool; null if none arrives for a while. */
  next(way: WorkerMode): Promise<Delivery | null>
  /** Sends an answer. Rejects if the broker cannot accept it. */
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

  function requireConnection() {
    if (!current) throw new Error('There is no connection to the broker yet.')
    return current
  }

  const answers = createAnswerLine(async message => requireConnection().js.publish(doneOf(pool), message))

  return {
    isConnected: () => current !== undefined && connection.isConnected(),
    async hello(message) {
      const answer = await requireConnection().nc.request(helloOf(pool), JSON.stringify(message), {
        timeout: REQUEST_TIMEOUT_MS,
      })
      return answer.json()
    },
    async parser(hash) {
      const answer = await requireConnection().nc.request(PARSER, hash, { timeout: REQUEST_TIMEOUT_MS })
      return answer.data
    },
    async next(way) {
      const consumer = await requireConnection().js.consumers.get(WORK_STREAM, consumerOf(way, pool))
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

/** Waits before a retry, without keeping the process alive. */
export const pause = () => sleep(RETRY_MS, undefined, { ref: false })
