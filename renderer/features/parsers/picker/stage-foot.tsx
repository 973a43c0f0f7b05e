import { NativeSelect, UnstyledButton } from '@mantine/core'
import { nameOf, numberOf, pathTo } from './frame-tree.ts'
import classes from './stage.module.css'
import type { Picker } from './use-picking.ts'

const ZOOMS = [1, 0.75, 0.5, 0.33]

/** The bar below the page: the path of the chosen element, and the zoom. */
export function StageFoot({
  picking,
  zoom,
  onZoom,
}: {
  picking: Picker
  zoom: number
  onZoom: (zoom: number) => void
}) {
  return (
    <div className={classes.foot}>
      <ElementPath picking={picking} />
      <NativeSelect
        size="xs"
        variant="unstyled"
        aria-label="Zoom of the page"
        value={zoom}
        onChange={event => onZoom(Number(event.currentTarget.value))}
        data={ZOOMS.map(value => ({ value: String(value), label: `${Math.round(value * 100)}%` }))}
      />
    </div>
  )
}

/** The ancestors of the chosen or pointed element. Each can be chosen instead. */
function ElementPath({ picking }: { picking: Picker }) {
  const { on, tree, chosen, pointed } = picking
  const element = on ? tree?.element(chosen.at(-1) ?? pointed ?? -1) : undefined
  if (!element) return <div className={classes.path} />
  return (
    <nav className={classes.path} aria-label="Elements around the chosen one">
      {pathTo(element).map(ancestor => {
        const number = numberOf(ancestor)!
        return (
          <UnstyledButton
            key={number}
            className={classes.step}
            aria-current={ancestor === element || undefined}
            onClick={() => picking.chooseOnly(number)}
            onMouseEnter={() => chosen.length > 0 && picking.point(number)}
            onMouseLeave={() => chosen.length > 0 && picking.point(null)}
          >
            {nameOf(ancestor)}
          </UnstyledButton>
        )
      })}
    </nav>
  )
}
