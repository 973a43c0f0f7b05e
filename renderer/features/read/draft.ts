import type { TextWanted } from './page-text.ts'
import { type LinksWanted, MOST_LINKS } from './site-links.ts'

/** The form, as far as it is typed. A file is chosen again. */
export interface Draft {
  /** Whether the text of the page is read, or links are listed. */
  view: 'text' | 'links'
  url: string
  text: TextWanted
  links: LinksWanted
}

export const newDraft = (): Draft => ({ view: 'text', url: '', text: {}, links: { limit: MOST_LINKS } })
