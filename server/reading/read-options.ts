export const CONTENTS = ['main', 'all'] as const
export const LINKS = ['none', 'main', 'all'] as const

export const FORMATS = ['markdown', 'text', 'html'] as const
export type Format = (typeof FORMATS)[number]

/** What is wanted of a page. */
export interface ReadOptions {
  /** Its main text, or all that it shows. */
  content: (typeof CONTENTS)[number]
  format: Format
  maxTokens: number
  /** Number of the block to start at. */
  from: number
  /** Only sections with these words. */
  find: string | undefined
  links: (typeof LINKS)[number]
  /** A pattern that addresses of links match. */
  linksMatching: string | undefined
}
