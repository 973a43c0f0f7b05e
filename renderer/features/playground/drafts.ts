import { readDraft, writeDraft } from '../../lib/drafts/drafts.ts'
import { createKeyedStore } from '../../lib/drafts/keyed-store.ts'
import { currentAccount } from '../../lib/service/account.ts'
import type { CallRoute } from '../../lib/service/request.ts'

/** The input for an operation while it is edited. */
export interface RequestDraft {
  input: Record<string, unknown>
  /** The method, if it is not the default of the operation. */
  method?: CallRoute['method'] | undefined
  /** The maximum number of pages of the list that a job follows; undefined for a call of a single page. */
  maxPages?: number | undefined
  /** Whether to keep a trace. */
  debug: boolean
  /** The id of the saved request that it came from. */
  saved?: string | undefined
  /** Increases when the whole draft is replaced, so that the form is reset. */
  revision: number
}

const slotOf = (id: string) => `call ${id}`

const drafts = createKeyedStore<RequestDraft>({ input: {}, debug: false, revision: 0 }, id =>
  readDraft<RequestDraft>(currentAccount(), slotOf(id)),
)

export const useDraft = drafts.use

export const isUntouched = ({ input, revision }: RequestDraft): boolean =>
  revision === 0 && Object.keys(input).length === 0

/** Changes parts of a draft. The draft outlives the page. */
export function changeDraft(id: string, change: Partial<RequestDraft>): void {
  const draft = { ...drafts.get(id), ...change }
  drafts.set(id, draft)
  writeDraft(currentAccount(), slotOf(id), Object.keys(draft.input).length ? draft : null)
}

/** Replaces the input of the form. */
export const replaceDraft = (
  id: string,
  input: Record<string, unknown>,
  { method, saved }: Pick<RequestDraft, 'method' | 'saved'> = {},
) => changeDraft(id, { input, method, saved, revision: drafts.get(id).revision + 1 })

/** Fills in an example if the form is still untouched. Reads the current draft, which may be newer than the rendered one. */
export function fillUntouched(id: string, example: Record<string, unknown>): void {
  if (isUntouched(drafts.get(id))) replaceDraft(id, example)
}
