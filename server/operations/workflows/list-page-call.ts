import type { AppError } from '../../base/errors.ts'
import type { ListCollection } from '../../prebuilt/collect-list.ts'
import type { ItemEndings, ItemWork } from '../../workflows/engine/item-work.ts'
import { runCancelled } from '../../workflows/engine/run-errors.ts'
import type { OutItem } from '../../workflows/node-type.ts'
import type { JobCall } from '../call.ts'
import { addPage } from '../jobs/follow-list.ts'
import type { Services } from '../services.ts'

/** An item whose node calls an operation. `give` returns the items to emit for an answer. */
export interface CallingItem {
  work: ItemWork
  endings: ItemEndings
  signal: AbortSignal
  give(answer: unknown): OutItem[]
}

interface ListPageOptions {
  list: ListCollection
  subject: string
  reserved: number
}

/**
 * The execution of a call for one page of a list. It stores the page, or ends the item with the whole list. If a page cannot
 * be fetched, the item ends with the pages read so far, as they are paid for.
 */
export function startPage(
  { store, now }: Services,
  { work, endings, give }: CallingItem,
  { list, subject, reserved }: ListPageOptions,
) {
  let failure: AppError | undefined
  let outItems: OutItem[] | null = null
  let isWritten = false
  let captured = 0

  const keep = (answer: unknown, used: number) => {
    const page = addPage(list, answer, used)
    return list.end() === null ? () => store.listPages.write(subject, page, now()) : null
  }
  const finish = (used: number, isBrokenOff = false) => {
    outItems = give(list.result())
    const itemsToEmit = outItems
    return () => {
      work.isDone = endings.complete(work, itemsToEmit, used)
      if (work.isDone) store.listPages.remove(subject)
      if (work.isDone && isBrokenOff) store.workflowItems.noteIncomplete(work.run.row.seq, work.node.node)
      return work.isDone
    }
  }
  const isBrokenOff = (error: AppError) =>
    list.pages() > 0 && error.code !== 'cancelled' && !endings.isTriedAgain(work, error)

  const job: JobCall = {
    id: subject,
    paidAs: `${subject}/${list.pages() + 1}`,
    reserved,
    end(ending, used, error) {
      failure = error
      captured = used
      work.isDone = false
      outItems = null
      const noteWritten = (write: () => boolean) => () => {
        isWritten = write()
        return isWritten
      }
      if (error) return isBrokenOff(error) ? noteWritten(finish(0, true)) : () => true
      const kept = keep(ending.value, used)
      if (kept === null) return noteWritten(finish(used))
      return noteWritten(() => {
        const isOwn = endings.pay(work, used)
        if (isOwn) kept()
        return isOwn
      })
    },
  }
  return {
    job,
    used: () => (isWritten ? captured : 0),
    /** Returns the items to emit; null if there are further pages. Throws the error if the page could not be fetched. */
    result: () => {
      if (work.isDone) return outItems
      if (failure) throw failure
      if (!isWritten) throw runCancelled()
      return null
    },
  }
}
