import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { shownPageQuery } from '../api.ts'
import classes from '../editor.module.css'
import type { PageAtHand } from '../page-at-hand.ts'
import { useSpotlightHere } from '../trace/use-spotlight.ts'
import { lightsOfField, lightsOfPicking, pointUnder } from './lights-of.ts'
import { Stage } from './stage.tsx'
import { usePickingHere } from './use-picking.ts'

/** The page at hand: what fields read from it lights up, and so does what is chosen in it. */
export function ShownPage({ page }: { page: PageAtHand }) {
  const shown = useQuery(shownPageQuery(page))
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
  if (shown.error)
    return (
      <div className={classes.notice}>
        <ErrorNotice error={shown.error} onRetry={() => void shown.refetch()} />
      </div>
    )
  if (!shown.data)
    return (
      <div className={classes.notice}>
        <RowsSkeleton rows={8} />
      </div>
    )
  return <Stage page={page} {...shown.data} picking={picking} lights={lights} onPoint={point} />
}

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < (element.ownerDocument.defaultView?.innerHeight ?? 0)
}
