import type { SavedRequest } from '../../../ui/saved/saved-requests.ts'
import { replaceDraft } from '../drafts.ts'

/** Fills the form of an operation with a saved request. */
export const openSaved = ({ id, operation, method, input }: SavedRequest) =>
  replaceDraft(operation, input as Record<string, unknown>, { method: method ?? undefined, saved: id })
