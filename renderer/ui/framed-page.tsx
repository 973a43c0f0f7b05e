import { Text } from '@mantine/core'
import { useMemo } from 'react'
import classes from './framed-page.module.css'
import { safePage } from './safe-page.ts'

/** A frame lays out no more than this, since the window waits for it; what is read is the whole page. */
const SHOWN = 1_000_000

/** A page as it looks, without scripts and without network. */
export function FramedPage({ text, name }: { text: string; name: string }) {
  const { html, cut } = useMemo(() => safePage(text, SHOWN), [text])
  return (
    <>
      {cut && (
        <Text size="xs" c="dimmed" px={12} py={4}>
          The beginning of a large page is shown; all of it is read.
        </Text>
      )}
      <div className={classes.view}>
        <iframe title={`Page: ${name}`} className={classes.frame} sandbox="" srcDoc={html} />
      </div>
    </>
  )
}
