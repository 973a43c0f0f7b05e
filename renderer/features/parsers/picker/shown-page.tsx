import { useEffect, useMemo, useState } from 'react'
import { addressOf, type OpenPage } from '../../../lib/open-page.ts'
import { LookNotice } from '../../../ui/look-notice.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { type PageLook, usePageLook } from '../../../ui/page-look.ts'
import classes from '../editor/editor.module.css'
import { type Spotlight, useSpotlightHere } from '../trace/use-spotlight.ts'
import { type FrameTree, numbersAround, wordsOf } from './frame-tree.ts'
import type { Light } from './lights.tsx'
import type { PickState } from './pick-state.ts'
import { Stage } from './stage.tsx'
import { usePickingHere } from './use-picking.ts'

/** The open page, with highlights for the elements that fields read and for chosen elements. */
export function ShownPage({ page, isPlain }: { page: OpenPage; isPlain: boolean }) {
  const [whole, setWhole] = useState<PageLook>(page.isFetched ? 'fetched' : 'kept')
  const { shown, error, retry, about } = usePageLook(
    { id: page.id, blob: page.blob, address: addressOf(page), session: page.session },
    isPlain ? 'plain' : whole,
  )
  const picking = usePickingHere()
  const spotlight = useSpotlightHere()
  const { on, tree, pointed, chosen, excluded, matches } = picking
  const { lit, nodes } = spotlight
  const lights = useMemo(
    () => (on ? lightsOfPicking(picking) : lightsOfField(spotlight)),
    [on, tree, pointed, chosen, excluded, matches, lit, nodes],
  )
  useEffect(() => {
    if (on || !tree || !lit || lit.inPage) return
    const elements = lights.flatMap(({ number }) => tree.element(number) ?? [])
    if (!elements.some(isInView)) elements[0]?.scrollIntoView({ block: 'center' })
  }, [on, tree, lit, lights])

  const point = (number: number | null) => {
    if (on) return picking.point(number)
    const found = pointUnder(tree, number, spotlight)
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
      <LookNotice about={about} onFetch={() => setWhole('fetched')} />
      <Stage page={page} {...shown} picking={picking} lights={lights} onPoint={point} />
    </>
  )
}

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < (element.ownerDocument.defaultView?.innerHeight ?? 0)
}

/** The highlights while picking. */
function lightsOfPicking({ tree, pointed, chosen, excluded, matches }: PickState): Light[] {
  const at = pointed === null ? undefined : tree?.element(pointed)
  const apart = new Set([...chosen, ...excluded])
  return [
    ...matches.filter(number => !apart.has(number)).map(number => ({ number, kind: 'match' as const })),
    ...chosen.map(number => ({ number, kind: 'chosen' as const })),
    ...excluded.map(number => ({ number, kind: 'excluded' as const, label: 'excluded' })),
    ...(at ? [{ number: pointed!, kind: 'pointed' as const, label: wordsOf(at) }] : []),
  ]
}

/** The highlights of the current field. */
function lightsOfField({ lit, nodes }: Spotlight): Light[] {
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
function pointUnder(tree: FrameTree | null, number: number | null, { nodes }: Spotlight) {
  const element = number === null ? undefined : tree?.element(number)
  const read = element && numbersAround(element).find(one => nodes.pointAt(one))
  return read === undefined ? null : { ...nodes.pointAt(read)!, inPage: true }
}
