import { createKeyedStore } from '../../lib/keyed-store.ts'
import type { Route } from '../../lib/request.ts'

/** The input for an operation while it is edited. */
export interface Draft {
  input: Record<string, unknown>
  /** The method, if it is not the operation's own. */
  method?: Route['method'] | undefined
  /** Whether to keep a trace. */
  debug: boolean
  /** The id of the saved request that it came from. */
  saved?: string | undefined
  /** Increases when the whole draft is replaced, so that the form is reset. */
  revision: number
}

const drafts = createKeyedStore<Draft>({ input: {}, debug: false, revision: 0 })

export const useDraft = drafts.use

/** Changes parts of a draft. */
export const changeDraft = (id: string, change: Partial<Draft>) =>
  drafts.set(id, { ...drafts.get(id), ...change })

/** Puts another input into the form. */
export const replaceDraft = (
  id: string,
  input: Record<string, unknown>,
  { method, saved }: Pick<Draft, 'method' | 'saved'> = {},
) => changeDraft(id, { input, method, saved, revision: drafts.get(id).revision + 1 })
