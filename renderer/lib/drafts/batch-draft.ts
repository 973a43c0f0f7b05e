import type { InputOf } from '../service/client.ts'
import { readDraft, writeDraft } from './drafts.ts'

/** Where the draft of a new batch is stored. */
export const BATCH_SLOT = 'batch new'

type ItemsFrom = NonNullable<InputOf<'batch-create'>['items_from']>

/** What a new batch is to run, as far as it is typed. */
export interface BatchDraft {
  target: string | null
  /** Pages of the API's list that each item follows at most. */
  maxPages?: number | undefined
  options: Record<string, unknown>
  /** Where the items come from. */
  source: 'paste' | 'file' | 'pages' | 'column'
  /** The pasted items, and the field that lines of them fill. */
  text: string
  field: string
  /** The name of the file that was chosen. A browser does not keep the file: it is to be chosen again. */
  file: string | null
  /** The column of a database, as far as it is chosen. */
  column: { [Name in keyof ItemsFrom]?: ItemsFrom[Name] | undefined }
}

export const newBatchDraft = (): BatchDraft => ({
  target: null,
  options: {},
  source: 'paste',
  text: '',
  field: '',
  file: null,
  column: {},
})

/** Makes addresses the items of the new batch; what else was chosen for it stays. */
export function batchAddresses(account: string, addresses: readonly string[]): void {
  const draft = readDraft<BatchDraft>(account, BATCH_SLOT) ?? newBatchDraft()
  writeDraft(account, BATCH_SLOT, { ...draft, source: 'paste', text: addresses.join('\n') })
}
