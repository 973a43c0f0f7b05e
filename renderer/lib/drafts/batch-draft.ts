import type { InputOf } from '../service/client.ts'
import { readDraft, writeDraft } from './drafts.ts'

/** The slot that stores the draft of a new batch. */
export const BATCH_SLOT = 'batch new'

type ItemsFrom = NonNullable<InputOf<'batch-create'>['items_from']>

/** The form of a new batch, as far as it is filled in. */
export interface BatchDraft {
  target: string | null
  /** The maximum number of pages of the API's list that each item follows. */
  maxPages?: number | undefined
  options: Record<string, unknown>
  /** Where the items come from. */
  source: 'paste' | 'file' | 'pages' | 'column'
  /** The pasted items, and the field of the input that each line fills. */
  text: string
  field: string
  /** The name of the chosen file. A browser does not keep the file itself, so the user has to choose it again. */
  file: string | null
  /** The column of a database that the items come from, as far as it is chosen. */
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

/** Replaces the items of the new batch with these addresses; the rest of its draft stays. */
export function batchAddresses(account: string, addresses: readonly string[]): void {
  const draft = readDraft<BatchDraft>(account, BATCH_SLOT) ?? newBatchDraft()
  writeDraft(account, BATCH_SLOT, { ...draft, source: 'paste', text: addresses.join('\n') })
}
