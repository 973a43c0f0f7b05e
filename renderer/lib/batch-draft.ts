import { readDraft, writeDraft } from './drafts.ts'

/** Where the draft of a new batch is stored. */
export const BATCH_SLOT = 'batch new'

/** What a new batch is to run, as far as it is typed; files are chosen again. */
export interface BatchDraft {
  target: string | null
  options: Record<string, unknown>
  /** The pasted items. */
  text: string
}

export const newBatchDraft = (): BatchDraft => ({ target: null, options: {}, text: '' })

/** Makes addresses the items of the new batch; what else was chosen for it stays. */
export function batchAddresses(account: string, addresses: readonly string[]): void {
  const draft = readDraft<BatchDraft>(account, BATCH_SLOT) ?? newBatchDraft()
  writeDraft(account, BATCH_SLOT, { ...draft, text: addresses.join('\n') })
}
