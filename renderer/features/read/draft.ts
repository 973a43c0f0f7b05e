import type { TextWanted } from './page-text.ts'
import { type LinksWanted, MOST_LINKS } from './site-links.ts'

/** The draft of the form. It does not contain the file, which the user has to choose again. */
export interface Draft {
  /** Whether the form reads the text of the page or lists links. */
  view: 'text' | 'links'
  url: string
  text: TextWanted
  links: LinksWanted
}

export const newDraft = (): Draft => ({ view: 'text', url: '', text: {}, links: { limit: MOST_LINKS } })
