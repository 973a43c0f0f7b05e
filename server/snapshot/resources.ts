/** What a page loads to look as it does: a style sheet, a picture or a font. */
export interface Resource {
  /** Of the last redirect. */
  url: string
  contentType: string | null
  bytes: Uint8Array
}

/** By the address that the page names; null where there is nothing to fetch. */
export type Resources = ReadonlyMap<string, Resource | null>

/** Kinds of resources, what a page needs most for its looks first. */
export const RESOURCE_KINDS = ['sheet', 'import', 'picture', 'font', 'background'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/**
 * The absolute address of a resource on the web, or in the file of its page (`cid:`); null for any other, or where the page's own
 * is not known.
 */
export function resourceAddress(reference: string, base: string | null): string | null {
  const url = URL.parse(reference.trim(), base ?? undefined)
  if (!url || !/^(?:https?|cid):$/.test(url.protocol)) return null
  url.hash = ''
  return url.href
}
