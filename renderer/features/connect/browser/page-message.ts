import { useEffect, useState } from 'react'
import { type PageMessage, READY } from './bookmarklet.ts'

/** The maximum size of a page that the service accepts, in characters. A character is at least one byte. */
const MAX_HTML_LENGTH = 16_777_216
const MAX_URL_LENGTH = 8_192
const MAX_TITLE_LENGTH = 300

/** The page that the opener sent, or why it is refused; null until a message arrives. */
type ReceivedMessage = PageMessage | { refusal: string } | null

/** Waits for the page that the opener of this window sends. Only its first message counts. */
export function usePageMessage(): ReceivedMessage {
  const [message, setMessage] = useState<ReceivedMessage>(null)
  useEffect(() => {
    const opener: Window | null = window.opener
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (opener === null || source !== opener) return
      window.removeEventListener('message', receive)
      setMessage(checkMessage(origin, data))
    }
    window.addEventListener('message', receive)
    opener?.postMessage(READY, '*')
    return () => window.removeEventListener('message', receive)
  }, [])
  return message
}

/** Checks the message of an opener. A site can only send pages of its own origin, within the size limit. */
function checkMessage(origin: string, data: unknown): Exclude<ReceivedMessage, null> {
  const { url, title, html } = (data ?? {}) as Record<string, unknown>
  if (typeof url !== 'string' || typeof html !== 'string' || url.length > MAX_URL_LENGTH)
    return { refusal: 'What was handed over is not a page.' }
  if (html.length > MAX_HTML_LENGTH) return { refusal: 'The page is larger than 16 MB.' }
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol) || address.origin !== origin)
    return { refusal: `${origin} hands over a page of another site.` }
  return { url, html, title: typeof title === 'string' ? title.slice(0, MAX_TITLE_LENGTH) : '' }
}
