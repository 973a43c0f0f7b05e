import { lazy, Suspense } from 'react'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import classes from './editor.module.css'
import type { PageAtHand } from './page-at-hand.ts'
import { ShownPage } from './picker/shown-page.tsx'

const PageSource = lazy(async () => ({ default: (await import('./page-source.tsx')).PageSource }))

/** A page as it looks, without scripts and without network; or its source. */
export function PageView({ page, view }: { page: PageAtHand; view: 'page' | 'source' }) {
  if (view === 'page') return <ShownPage key={page.id} page={page} />
  return (
    <div className={classes.view}>
      <Suspense fallback={<RowsSkeleton rows={8} />}>
        <PageSource text={page.text} />
      </Suspense>
    </div>
  )
}
