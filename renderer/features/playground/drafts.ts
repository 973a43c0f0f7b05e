import { readDraft, writeDraft } from '../../lib/drafts/drafts.ts'
import { createKeyedStore } from '../../lib/drafts/keyed-store.ts'
import { currentAccount } from '../../lib/service/account.ts'
import type { Route } from '../../lib/service/request.ts'

/** The input for an operation while it is edited. */
export interface Draft {
  input: Record<string, unknown>
  /** The method, if it is not the operation's own. */
  method?: Route['method'] | undefined
  /** Pages of the list that a job follows at most; absent: a call of one page. */
  maxPages?: number | undefined
  /** Whether to keep a trace. */
  debug: boolean
  /** The id of the saved request that it came from. */
  saved?: string | undefined
  /** Increases when the whole draft is replaced, so that the form is reset. */
  revision: number
}

const slotOf = (id: string) => `call ${id}`

const drafts = createKeyedStore<Draft>({ input: {}, debug: false, revision: 0 }, id =>
  readDraft<Draft>(currentAccount(), slotOf(id)),
)

export const useDraft = drafts.use

export const isUntouched = ({ input, revision }: Draft): boolean =>
  revision === 0 && Object.keys(input).length === 0

/** Changes parts of a draft, which outlives the page. */
export function changeDraft(id: string, change: Partial<Draft>): void {
  const draft = { ...drafts.get(id), ...change }
  drafts.set(id, draft)
  writeDraft(currentAccount(), slotOf(id), Object.keys(draft.input).length ? draft : null)
}

/** Puts another input into the form. */
export const replaceDraft = (
  id: string,
  input: Record<string, unknown>,
  { method, saved }: Pick<Draft, 'method' | 'saved'> = {},
) => changeDraft(id, { input, method, saved, revision: drafts.get(id).revision + 1 })

/** Puts an example into a form that nobody has touched, not even since it was last drawn. */
export function fillUntouched(id: string, example: Record<string, unknown>): void {
  if (isUntouched(drafts.get(id))) replaceDraft(id, example)
}
