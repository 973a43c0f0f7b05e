import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { JobPageTask } from './tasks.ts'

/** Most groups of a thread: the one it reads, and the next one. */
const MAX_GROUPS = 2

/** A caller's page on its way to a thread. */
interface PageCall {
  page?: JobPageTask
}

/** Feeds one thread with pages, group after group, so that it does not have to wait for the event loop in between. */
export interface PageFeed<Call> {
  /** The thread's end of the channel: it receives further groups, and sends the answers of all groups except the last. */
  port: MessagePort
  hasRoom(): boolean
  add(group: Call[]): void
  /** Closes the feed. Returns the unanswered groups, in the order in which the thread has them. */
  end(): Call[][]
}

/** Creates a feed whose first group is sent with the task itself. `answered` is called for each group that the thread has finished. */
export function createPageFeed<Call extends PageCall>(
  first: Call[],
  answered: (group: Call[], answers: unknown[]) => void,
): PageFeed<Call> {
  const { port1: ownPort, port2: port } = new MessageChannel()
  const groups = [first]
  const receive = (answers: unknown[]) => answered(groups.shift()!, answers)
  ownPort.on('message', receive)

  return {
    port,
    hasRoom: () => groups.length < MAX_GROUPS,
    add(group) {
      groups.push(group)
      ownPort.postMessage(pagesOf(group))
    },
    end() {
      // The last message of the thread may still be unread in the port.
      for (let received = receiveMessageOnPort(ownPort); received; received = receiveMessageOnPort(ownPort))
        receive(received.message)
      ownPort.close()
      return groups
    },
  }
}

export const pagesOf = (group: readonly PageCall[]): JobPageTask[] => group.map(({ page }) => page!)
