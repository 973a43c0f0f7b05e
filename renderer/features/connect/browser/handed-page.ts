import { useEffect, useState } from 'react'
import { type HandedPage, READY } from './bookmarklet.ts'

/** The maximum size of a page that the service accepts, in characters. A character is at least one byte. */
const MAX_HTML_LENGTH = 16_777_216
const MAX_URL_LENGTH = 8_192
const MAX_TITLE_LENGTH = 300

/** A page that was handed over, or why it is refused; null until a page arrives. */
type HandOver = HandedPage | { refusal: string } | null

/** Waits for the page that the opener of this window hands over. Only its first message counts. */
export function useHandedPage(): HandOver {
  const [handOver, setHandOver] = useState<HandOver>(null)
  useEffect(() => {
    const opener: Window | null = window.opener
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (opener === null || source !== opener) return
      window.removeEventListener('message', receive)
      setHandOver(checkHandOver(origin, data))
    }
    window.addEventListener('message', receive)
    opener?.postMessage(READY, '*')
    return () => window.removeEventListener('message', receive)
  }, [])
  return handOver
}

/** Checks a page that was handed over. A site can only hand over pages of its own origin, within the size limit. */
function checkHandOver(origin: string, data: unknown): Exclude<HandOver, null> {
  const { url, title, html } = (data ?? {}) as Record<string, unknown>
  if (typeof url !== 'string' || typeof html !== 'string' || url.length > MAX_URL_LENGTH)
    return { refusal: 'What was handed over is not a page.' }
  if (html.length > MAX_HTML_LENGTH) return { refusal: 'The page is larger than 16 MB.' }
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol) || address.origin !== origin)
    return { refusal: `${origin} hands over a page of another site.` }
  return { url, html, title: typeof title === 'string' ? title.slice(0, MAX_TITLE_LENGTH) : '' }
}
