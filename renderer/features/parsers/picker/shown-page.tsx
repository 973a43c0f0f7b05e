import { useEffect, useMemo, useState } from 'react'
import { addressOf, type OpenPage } from '../../../lib/open-page.ts'
import { LookNotice } from '../../../ui/look-notice.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { type PageLook, usePageLook } from '../../../ui/page-look.ts'
import classes from '../editor/editor.module.css'
import { type Spotlight, useSpotlightContext } from '../trace/use-spotlight.ts'
import { describeElement, type FrameTree, numbersAround } from './frame-tree.ts'
import type { Highlight } from './lights.tsx'
import type { PickState } from './pick-state.ts'
import { Stage } from './stage.tsx'
import { usePickingContext } from './use-picking.ts'

/** The open page, with highlights for the elements that fields read and for chosen elements. */
export function ShownPage({ page, isPlain }: { page: OpenPage; isPlain: boolean }) {
  const [look, setLook] = useState<PageLook>(page.isFetched ? 'fetched' : 'kept')
  const { shown, error, retry, about } = usePageLook(
    { id: page.id, blob: page.blob, address: addressOf(page), session: page.session },
    isPlain ? 'plain' : look,
  )
  const picking = usePickingContext()
  const spotlight = useSpotlightContext()
  const { on, tree, pointed, chosen, excluded, matches } = picking
  const { lit, nodes } = spotlight
  const highlights = useMemo(
    () => (on ? highlightsOfPicking(picking) : highlightsOfField(spotlight)),
    [on, tree, pointed, chosen, excluded, matches, lit, nodes],
  )
  useEffect(() => {
    if (on || !tree || !lit || lit.inPage) return
    const elements = highlights.flatMap(({ number }) => tree.element(number) ?? [])
    if (!elements.some(isInView)) elements[0]?.scrollIntoView({ block: 'center' })
  }, [on, tree, lit, highlights])

  const point = (number: number | null) => {
    if (on) return picking.point(number)
    const found = valueUnder(tree, number, spotlight)
    if (found?.field !== lit?.field || found?.rule !== lit?.rule) spotlight.light(found)
  }
  if (error)
    return (
      <div className={classes.notice}>
        <ErrorNotice error={error} onRetry={retry} />
      </div>
    )
  if (!shown)
    return (
      <div className={classes.notice}>
        <RowsSkeleton rows={8} />
      </div>
    )
  return (
    <>
      <LookNotice about={about} onFetch={() => setLook('fetched')} />
      <Stage page={page} {...shown} picking={picking} lights={highlights} onPoint={point} />
    </>
  )
}

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < (element.ownerDocument.defaultView?.innerHeight ?? 0)
}

/** The highlights while picking. */
function highlightsOfPicking({ tree, pointed, chosen, excluded, matches }: PickState): Highlight[] {
  const pointedElement = pointed === null ? undefined : tree?.element(pointed)
  const selectedNumbers = new Set([...chosen, ...excluded])
  return [
    ...matches
      .filter(number => !selectedNumbers.has(number))
      .map(number => ({ number, kind: 'match' as const })),
    ...chosen.map(number => ({ number, kind: 'chosen' as const })),
    ...excluded.map(number => ({ number, kind: 'excluded' as const, label: 'excluded' })),
    ...(pointedElement
      ? [{ number: pointed!, kind: 'pointed' as const, label: describeElement(pointedElement) }]
      : []),
  ]
}

/** The highlights of the current field. */
function highlightsOfField({ lit, nodes }: Spotlight): Highlight[] {
  if (!lit) return []
  const entries = nodes.entries(lit.rule).filter(({ field }) => !lit.field || field === lit.field)
  return entries.flatMap(({ field, nodes: numbers = [] }) =>
    numbers.map((number, index) => ({
      number,
      kind: 'field' as const,
      label: index === 0 ? field : undefined,
    })),
  )
}

/** Returns the value that was read from an element, or from its nearest ancestor. */
function valueUnder(tree: FrameTree | null, number: number | null, { nodes }: Spotlight) {
  const element = number === null ? undefined : tree?.element(number)
  const readNumber = element && numbersAround(element).find(one => nodes.pointAt(one))
  return readNumber === undefined ? null : { ...nodes.pointAt(readNumber)!, inPage: true }
}
