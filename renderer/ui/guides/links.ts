/** The target of a link in a guide: a guide of the app, a web address, or null if the app has no page for it. */
type LinkTarget = { guide: string; hash: string } | { address: string } | null

/**
 * Resolves a link of `docs/` or the README: `jobs.md#states`, `docs/jobs.md`, `../README.md`, `#states` on the page `here`,
 * or a web address.
 */
export function linkTarget(href: string, here: string, isGuide: (name: string) => boolean): LinkTarget {
  if (/^https?:\/\//.test(href)) return { address: href }
  const [, name, hash = ''] = /^(?:(?:\.\.\/|docs\/)?([\w-]+)\.md)?(#.*)?$/.exec(href) ?? []
  const guide = name ?? (hash ? here : '')
  return isGuide(guide) ? { guide, hash } : null
}

/** Returns the id that GitHub gives a heading: `how-pages-are-fetched`. */
export const headingId = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
