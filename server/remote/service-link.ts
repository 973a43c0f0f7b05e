import { setTimeout as sleep } from 'node:timers/promises'
import {
  AckPolicy,
  DiscardPolicy,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { type Msg, type NatsConnection, nanos } from '@nats-io/transport-node'
import type { WorkerMode } from '../operations/scraping/page-workers.ts'
import { type BrokerAddress, keepConnected } from './connect.ts'
import {
  consumerOf,
  DONE,
  DONE_STREAM,
  helloOf,
  PARSER,
  SERVICE_INBOX,
  WORK,
  WORK_STREAM,
  workOf,
} from './subjects.ts'

/** Handlers of the messages that the service receives. None of them may throw. */
interface MessageHandlers {
  hello(pool: string, data: Uint8Array): Promise<unknown>
  parser(hash: string): Uint8Array
  done(data: Uint8Array): void
  /** The broker has stored a task that was handed out. */
  kept(id: string, sequence: number): void
  /** The broker did not accept the task. */
  refused(id: string): void
}

/** Subject prefix of the broker's confirmations; the id of the task follows. */
const CONFIRMATION_PREFIX = `${SERVICE_INBOX}.kept.`
const RETRY_MS = 1_000
const DONE_CONSUMER = 'service'
/** Answers in flight to the service at a time. */
const MAX_ANSWERS_IN_FLIGHT = 256

/** The service's connection to the broker: its streams, the requests to the service, and the tasks that it hands out. */
export function linkToBroker(
  address: BrokerAddress,
  {
    handlers,
    leaseMs,
    report,
  }: { handlers: MessageHandlers; leaseMs(): number; report(error: unknown): void },
) {
  let current: { nc: NatsConnection; jsm: JetStreamManager } | undefined
  let isFirst = true
  /** Names of the existing consumers, one for each way and pool. */
  const consumers = new Set<string>()
  let outgoing: { subject: string; id: string; task: string }[] = []

  async function use(nc: NatsConnection) {
    const jsm = await jetstreamManager(nc)
    // Tasks left over from an earlier process belong to nobody: their jobs are queued again.
    if (isFirst)
      await Promise.all([WORK_STREAM, DONE_STREAM].map(name => jsm.streams.delete(name).catch(() => false)))
    isFirst = false
    await addStreams(jsm)
    current = { nc, jsm }
    nc.subscribe(PARSER, {
      callback: (_error, message) => void message.respond(handlers.parser(message.string())),
    })
    nc.subscribe(`${CONFIRMATION_PREFIX}*`, { callback: (_error, message) => handleConfirmation(message) })
    nc.subscribe(helloOf('*'), { callback: (_error, message) => void answerHello(message) })
    void readDone(nc, jsm)
  }

  async function answerHello(message: Msg) {
    const pool = message.subject.slice(helloOf('').length)
    message.respond(JSON.stringify(await handlers.hello(pool, message.data)))
  }

  /** Reads answers until the connection is closed. Recreates streams that were lost, for example with the disk of the broker. */
  async function readDone(nc: NatsConnection, jsm: JetStreamManager) {
    while (!nc.isClosed()) {
      try {
        consumers.clear()
        await addStreams(jsm)
        const reader = await jetstream(nc).consumers.get(DONE_STREAM, DONE_CONSUMER)
        const messages = await reader.consume({
          max_messages: MAX_ANSWERS_IN_FLIGHT,
          abort_on_missing_resource: true,
        })
        for await (const message of messages) handleDone(message)
      } catch (error) {
        if (!nc.isClosed()) report(error)
      }
      await sleep(RETRY_MS, undefined, { ref: false })
    }
  }

  function handleDone(message: JsMsg) {
    handlers.done(message.data)
    message.ack()
  }

  function handleConfirmation(message: Msg) {
    const id = message.subject.slice(CONFIRMATION_PREFIX.length)
    const sequence = sequenceIn(message)
    if (sequence === null) handlers.refused(id)
    else handlers.kept(id, sequence)
  }

  /** Publishes all tasks of an event-loop turn in one write to the socket. A request for each would cost ten times as much. */
  function publishAll() {
    const tasks = outgoing
    outgoing = []
    for (const { subject, id, task } of tasks)
      try {
        current!.nc.publish(subject, task, { reply: CONFIRMATION_PREFIX + id })
      } catch {
        handlers.refused(id)
      }
  }

  /** Creates the consumer for the tasks of a pool, which its workers share. */
  async function addConsumer(way: WorkerMode, pool: string): Promise<void> {
    const name = consumerOf(way, pool)
    if (consumers.has(name)) return
    await current!.jsm.consumers.add(WORK_STREAM, {
      durable_name: name,
      filter_subject: workOf(way, pool),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(leaseMs()),
      max_ack_pending: -1,
    })
    consumers.add(name)
  }

  const connection = keepConnected(address, { name: 'winnow', inbox: SERVICE_INBOX, use, report })

  return {
    isConnected: () => current !== undefined && connection.isConnected(),
    /** Creates the consumers from which the workers of a pool take their tasks. */
    async addConsumers(pool: string): Promise<void> {
      await addConsumer('http', pool)
      await addConsumer('browser', pool)
    },
    /** Hands out a task. The confirmation of the broker arrives later, or never if the broker is unreachable. */
    publish(way: WorkerMode, pool: string, id: string, task: string): void {
      if (!outgoing.length) setImmediate(publishAll)
      outgoing.push({ subject: workOf(way, pool), id, task })
    },
    /** Removes a task from the broker if it is still waiting. */
    forget(sequence: number): void {
      if (!connection.isConnected()) return
      current?.jsm.streams.deleteMessage(WORK_STREAM, sequence, false).catch(() => undefined)
    },
    stop: connection.stop,
  }
}

/** Returns the sequence number under which the broker stored a task; null if it did not. */
function sequenceIn(message: Msg): number | null {
  try {
    return message.json<{ seq?: number }>().seq ?? null
  } catch {
    return null
  }
}

async function addStreams(jsm: JetStreamManager): Promise<void> {
  const common = {
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
  }
  await addStream(jsm, { ...common, name: WORK_STREAM, subjects: [`${WORK}.*.*`] })
  await addStream(jsm, { ...common, name: DONE_STREAM, subjects: [`${DONE}.*`] })
  await jsm.consumers.add(DONE_STREAM, {
    durable_name: DONE_CONSUMER,
    ack_policy: AckPolicy.Explicit,
    max_ack_pending: -1,
  })
}

async function addStream(jsm: JetStreamManager, config: { name: string; subjects: string[] }) {
  await jsm.streams.info(config.name).catch(() => jsm.streams.add(config))
}

export type ServiceLink = ReturnType<typeof linkToBroker>
