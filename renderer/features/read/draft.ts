import type { PageTextOptions } from './page-text.ts'
import { MAX_LINKS, type PageLinksOptions } from './site-links.ts'

/** The draft of the form. It does not contain the file, which the user has to choose again. */
export interface ReadDraft {
  /** Whether the form reads the text of the page or lists links. */
  view: 'text' | 'links'
  url: string
  text: PageTextOptions
  links: PageLinksOptions
}

export const newDraft = (): ReadDraft => ({ view: 'text', url: '', text: {}, links: { limit: MAX_LINKS } })
