import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { JobPageTask } from './tasks.ts'

/** Groups that a thread may have: one that it reads, and one that is there when it has done so. */
const MOST_GROUPS = 2

/** Someone's page on its way to a thread. */
interface Waiting {
  page?: JobPageTask
}

/** Pages for one thread, group after group, so that it need not wait for the event loop between them. */
export interface PageFeed<Call> {
  /** The end of the thread: further groups come in there, and the answers to all groups but the last leave by it. */
  port: MessagePort
  hasRoom(): boolean
  add(group: Call[]): void
  /** Closes it. Gives the groups that have no answer, in the order in which the thread has them. */
  end(): Call[][]
}

/** Begins with a group that goes along with the task itself; `answered` is called for each that the thread is done with. */
export function createPageFeed<Call extends Waiting>(
  first: Call[],
  answered: (group: Call[], answers: unknown[]) => void,
): PageFeed<Call> {
  const { port1: ours, port2: port } = new MessageChannel()
  const groups = [first]
  const take = (answers: unknown[]) => answered(groups.shift()!, answers)
  ours.on('message', take)

  return {
    port,
    hasRoom: () => groups.length < MOST_GROUPS,
    add(group) {
      groups.push(group)
      ours.postMessage(pagesOf(group))
    },
    end() {
      // What the thread said last may have come by another way already.
      for (let told = receiveMessageOnPort(ours); told; told = receiveMessageOnPort(ours)) take(told.message)
      ours.close()
      return groups
    },
  }
}

export const pagesOf = (group: readonly Waiting[]): JobPageTask[] => group.map(({ page }) => page!)
