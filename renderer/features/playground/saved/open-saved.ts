import type { SavedRequest } from '../../../ui/saved/saved-requests.ts'
import { replaceDraft } from '../drafts.ts'

/** Puts a saved request into the form of its operation. */
export const openSaved = ({ id, operation, method, input }: SavedRequest) =>
  replaceDraft(operation, input as Record<string, unknown>, { method: method ?? undefined, saved: id })
