/** The tools whose schemas can be read. */
export const FOREIGN_FORMATS = ['scrape-it', 'extract_rules', 'crawl4ai', 'json-schema'] as const

export type ForeignFormat = (typeof FOREIGN_FORMATS)[number]
