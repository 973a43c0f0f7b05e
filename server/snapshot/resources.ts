/** A resource that a page needs for its looks: a style sheet, a picture or a font. */
export interface Resource {
  /** Address after all redirects. */
  url: string
  contentType: string | null
  bytes: Uint8Array
}

/** Resources by the address in the page; null if there is nothing to fetch. */
export type Resources = ReadonlyMap<string, Resource | null>

/** Kinds of resources, most needed first. */
export const RESOURCE_KINDS = ['sheet', 'import', 'picture', 'font', 'background'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/**
 * Returns the absolute address of a resource on the web (http, https) or in the file of its page (`cid:`), without its
 * fragment. Returns null for any other scheme, or if a relative address has no base.
 */
export function resourceAddress(reference: string, base: string | null): string | null {
  const url = URL.parse(reference.trim(), base ?? undefined)
  if (!url || !/^(?:https?|cid):$/.test(url.protocol)) return null
  url.hash = ''
  return url.href
}
