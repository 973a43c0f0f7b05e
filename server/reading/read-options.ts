export const CONTENTS = ['main', 'all'] as const
export const LINKS = ['none', 'main', 'all'] as const

export const FORMATS = ['markdown', 'text', 'html'] as const
export type Format = (typeof FORMATS)[number]

/** What to read from a page. */
export interface ReadOptions {
  /** `main` for its main text, `all` for everything it shows. */
  content: (typeof CONTENTS)[number]
  format: Format
  maxTokens: number
  /** Number of the first block to return. */
  from: number
  /** Words that a section must contain to be returned. */
  find: string | undefined
  links: (typeof LINKS)[number]
  /** A pattern that the addresses of links must match. */
  linksMatching: string | undefined
}
