import { lazy, Suspense } from 'react'
import { FramedPage } from '../../ui/framed-page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import classes from './editor.module.css'
import type { PageAtHand } from './page-at-hand.ts'

const PageSource = lazy(async () => ({ default: (await import('./page-source.tsx')).PageSource }))

/** A page as it looks, without scripts and without network; or its source. */
export function PageView({ page, view }: { page: PageAtHand; view: 'page' | 'source' }) {
  const { text, name } = page
  if (view === 'page') return <FramedPage text={text} name={name} />
  return (
    <div className={classes.view}>
      <Suspense fallback={<RowsSkeleton rows={8} />}>
        <PageSource text={text} />
      </Suspense>
    </div>
  )
}
