import { useEffect, useState } from 'react'
import { type HandedPage, READY } from './bookmarklet.ts'

/** The maximum size of a page that the service accepts, in characters. A character is at least one byte. */
const MOST_CHARACTERS = 16_777_216
const LONGEST_ADDRESS = 8_192
const LONGEST_TITLE = 300

/** A page that was handed over, or why it is refused; null until a page arrives. */
type Handed = HandedPage | { refusal: string } | null

/** Waits for the page that the opener of this window hands over. Only its first message counts. */
export function useHandedPage(): Handed {
  const [handed, setHanded] = useState<Handed>(null)
  useEffect(() => {
    const opener: Window | null = window.opener
    const take = ({ source, origin, data }: MessageEvent) => {
      if (opener === null || source !== opener) return
      window.removeEventListener('message', take)
      setHanded(checkHanded(origin, data))
    }
    window.addEventListener('message', take)
    opener?.postMessage(READY, '*')
    return () => window.removeEventListener('message', take)
  }, [])
  return handed
}

/** Checks a page that was handed over. A site can only hand over pages of its own origin, within the size limit. */
function checkHanded(origin: string, data: unknown): Exclude<Handed, null> {
  const { url, title, html } = (data ?? {}) as Record<string, unknown>
  if (typeof url !== 'string' || typeof html !== 'string' || url.length > LONGEST_ADDRESS)
    return { refusal: 'What was handed over is not a page.' }
  if (html.length > MOST_CHARACTERS) return { refusal: 'The page is larger than 16 MB.' }
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol) || address.origin !== origin)
    return { refusal: `${origin} hands over a page of another site.` }
  return { url, html, title: typeof title === 'string' ? title.slice(0, LONGEST_TITLE) : '' }
}
