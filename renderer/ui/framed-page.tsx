import { Text } from '@mantine/core'
import { useMemo } from 'react'
import classes from './framed-page.module.css'
import { safePage } from './safe-page.ts'

/** A frame renders at most this much, since rendering blocks the window. The whole page is read. */
const SHOWN = 1_000_000

/** A rendered page, without scripts and network access. `onReady` is given its document, to scroll in it. */
export function FramedPage({
  text,
  name,
  isCut = false,
  onReady,
}: {
  text: string
  name: string
  /** The text is only the beginning of the page. */
  isCut?: boolean
  onReady?: (document: Document) => void
}) {
  const { html, cut } = useMemo(() => safePage(text, SHOWN), [text])
  return (
    <>
      {(cut || isCut) && (
        <Text size="xs" c="dimmed" px={12} py={4}>
          Only the beginning of this large page is shown. All of it is read.
        </Text>
      )}
      <div className={classes.view}>
        <iframe
          title={`Page: ${name}`}
          className={classes.frame}
          // No scripts of the page in any case.
          sandbox={onReady ? 'allow-same-origin' : ''}
          srcDoc={html}
          onLoad={({ currentTarget: { contentDocument } }) => contentDocument && onReady?.(contentDocument)}
        />
      </div>
    </>
  )
}
