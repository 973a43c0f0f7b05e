import { Text } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import classes from './editor.module.css'
import type { PageAtHand } from './page-at-hand.ts'
import { safePage } from './safe-page.ts'

/** A frame lays out no more than this, since the window waits for it; what is read is the whole page. */
const SHOWN = 1_000_000
const PageSource = lazy(async () => ({ default: (await import('./page-source.tsx')).PageSource }))

/** A page as it looks, without scripts and without network; or its source. */
export function PageView({ page, view }: { page: PageAtHand; view: 'page' | 'source' }) {
  const { text, name } = page
  if (view === 'page') return <Framed text={text} name={name} />
  return (
    <div className={classes.view}>
      <Suspense fallback={<RowsSkeleton rows={8} />}>
        <PageSource text={text} />
      </Suspense>
    </div>
  )
}

function Framed({ text, name }: { text: string; name: string }) {
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
