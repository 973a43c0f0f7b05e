/** The address in a `srcset` with the largest width or density; null where there is none. */
export function bestOfSrcset(srcset: string): string | null {
  let best: { url: string; size: number } | null = null
  for (const part of srcset.split(/,\s+|,(?=https?:|\/)/)) {
    const [url = '', descriptor = '1x'] = part.trim().split(/\s+/)
    const size = Number.parseFloat(descriptor) || 1
    if (url && (!best || size > best.size)) best = { url: url.replace(/,$/, ''), size }
  }
  return best?.url ?? null
}

/** The first `url(…)` of a style; null where there is none. */
export function urlOfStyle(style: string): string | null {
  const start = style.toLowerCase().indexOf('url(')
  const end = style.indexOf(')', start)
  if (start < 0 || end < 0) return null
  return (
    style
      .slice(start + 4, end)
      .trim()
      .replace(/^['"]|['"]$/g, '') || null
  )
}
