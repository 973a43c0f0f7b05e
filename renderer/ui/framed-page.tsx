import { SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import classes from './framed-page.module.css'
import { LookNotice } from './look-notice.tsx'
import { ErrorNotice } from './page/error-notice.tsx'
import { RowsSkeleton } from './page/skeletons.tsx'
import { type PageLook, type PageSource, usePageLook } from './page-look.ts'
import { guardedPage } from './safe-page.ts'

interface FramedPageOptions {
  page: PageSource
  name: string
  /**
   * Whether the page was fetched from its site. If so, its style sheets, pictures and fonts may be fetched from there as
   * well.
   */
  isFetched: boolean
  /** Called with the document, such as to scroll in it. */
  onReady?: (document: Document) => void
}

/** A page with its styling or as plain HTML, without scripts and network access. */
export function FramedPage({ page, name, isFetched, onReady }: FramedPageOptions) {
  const [styledLook, setStyledLook] = useState<PageLook>(isFetched ? 'fetched' : 'kept')
  const [isPlain, setPlain] = useState(false)
  const { shown, error, retry, about } = usePageLook(page, isPlain ? 'plain' : styledLook)
  const html = useMemo(() => shown && guardedPage(shown.html), [shown])
  if (error) return <ErrorNotice error={error} onRetry={retry} />
  if (!html) return <RowsSkeleton rows={8} />
  return (
    <>
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label="View of the page"
          value={isPlain ? 'plain' : 'page'}
          onChange={value => setPlain(value === 'plain')}
          data={[
            { value: 'page', label: 'Page' },
            { value: 'plain', label: 'Plain' },
          ]}
        />
      </div>
      <LookNotice about={about} onFetch={() => setStyledLook('fetched')} />
      {shown?.cut && <CutNotice />}
      <div className={classes.view}>
        <iframe
          title={`Page: ${name}`}
          className={classes.frame}
          // Scripts of the page never run.
          sandbox={onReady ? 'allow-same-origin' : ''}
          srcDoc={html}
          onLoad={({ currentTarget: { contentDocument } }) => contentDocument && onReady?.(contentDocument)}
        />
      </div>
    </>
  )
}

/** Says that only the beginning of a large page is shown. */
export const CutNotice = () => (
  <Text size="xs" c="dimmed" px={12} py={4}>
    Only the beginning of this large page is shown. All of it is read.
  </Text>
)
