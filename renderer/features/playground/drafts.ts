import { createKeyedStore } from '../../lib/keyed-store.ts'
import type { Route } from '../../lib/request.ts'

/** What is filled in for an operation and not sent yet. */
export interface Draft {
  input: Record<string, unknown>
  /** The verb, where it is not the operation's own. */
  method?: Route['method'] | undefined
  /** Keep a trace. */
  debug: boolean
  /** Goes up when the whole draft is replaced, so that the form begins anew. */
  revision: number
}

const drafts = createKeyedStore<Draft>({ input: {}, debug: false, revision: 0 })

export const useDraft = drafts.use

/** Changes parts of a draft. */
export const changeDraft = (id: string, change: Partial<Draft>) =>
  drafts.set(id, { ...drafts.get(id), ...change })

/** Puts another input into the form. */
export const replaceDraft = (id: string, input: Record<string, unknown>, method?: Draft['method']) =>
  changeDraft(id, { input, method, revision: drafts.get(id).revision + 1 })
