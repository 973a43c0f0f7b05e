import { VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { OpenPage } from '../../../lib/open-page.ts'
import framed from '../../../ui/framed-page.module.css'
import { CutNotice } from '../../../ui/framed-page.tsx'
import { guardedPage } from '../../../ui/safe-page.ts'
import { describeElement, focusPage, moveByKey, readFrame } from './frame-tree.ts'
import { type Highlight, Lights } from './lights.tsx'
import classes from './stage.module.css'
import { StageFoot } from './stage-foot.tsx'
import { useFrameEvents } from './use-frame-events.ts'
import type { Picker } from './use-picking.ts'

interface StageOptions {
  page: OpenPage
  /** The page with the numbers of its elements. */
  html: string
  cut: boolean
  picking: Picker
  lights: readonly Highlight[]
  onPoint: (number: number | null) => void
}

/** A rendered page, without scripts and network access, whose elements can be highlighted and chosen. */
export function Stage({ page, html, cut, picking, lights, onPoint }: StageOptions) {
  const srcDoc = useMemo(() => guardedPage(html), [html])
  const { tree, on, pointed, see } = picking
  const [zoom, setZoom] = useState(1)
  const wasSeen = useRef(false)
  useEffect(() => () => see(null), [see])
  const pick = (number: number, excluded: boolean) =>
    excluded ? picking.exclude(number) : picking.choose(number)

  const onKey = (event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault'>) => {
    if (!on || !tree) return
    const current = tree.element(pointed ?? picking.chosen.at(-1) ?? -1) ?? tree.document.body
    const next = moveByKey(event.key, current)
    if (next !== undefined) {
      onPoint(next)
      tree.element(next)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && pointed !== null) pick(pointed, event.shiftKey)
    else if (event.key === 'Escape') picking.chosen.length > 0 ? picking.startOver() : picking.toggle()
    else if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
  }
  useFrameEvents(tree, {
    picks: on,
    onPoint,
    onKey,
    onPick(number, excluded) {
      pick(number, excluded)
      if (tree) focusPage(tree)
    },
  })
  const pointedElement = on && pointed !== null ? tree?.element(pointed) : undefined
  return (
    <>
      {cut && <CutNotice />}
      <div
        className={classes.stage}
        {...(on && {
          tabIndex: 0,
          role: 'application',
          'aria-label':
            'Choose an element: arrow keys move to the parent, child, previous and next element; Enter chooses',
          onKeyDown: onKey,
        })}
      >
        <iframe
          title={`Page: ${page.name}`}
          className={`${framed.frame} ${classes.frame}`}
          style={{ width: `${100 / zoom}%`, height: `${100 / zoom}%`, transform: `scale(${zoom})` }}
          // Scripts of the page never run, but the window may access its elements.
          sandbox="allow-same-origin"
          srcDoc={srcDoc}
          onLoad={({ currentTarget: { contentDocument } }) => {
            see(contentDocument && readFrame(contentDocument), wasSeen.current)
            wasSeen.current = true
          }}
        />
        {tree && <Lights tree={tree} lights={lights} zoom={zoom} />}
        <VisuallyHidden aria-live="polite">
          {pointedElement ? describeElement(pointedElement) : ''}
        </VisuallyHidden>
      </div>
      <StageFoot picking={picking} zoom={zoom} onZoom={setZoom} />
    </>
  )
}
