import type { OpenPage } from '../../../lib/open-page.ts'
import type { Parser } from '../api.ts'
import type { Review } from '../fixtures/use-review.ts'
import type { DraftState } from './use-draft.ts'
import type { SaveState } from './use-save.ts'

/** The props of every drawer of the editor. */
export interface DrawerContent {
  parser: Parser | null
  editing: DraftState
  saving: SaveState
  /** The name or address of the open page. */
  address: string | undefined
  page: OpenPage | null
  review: Review
  onClose: () => void
}
