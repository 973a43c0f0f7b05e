import { useEffect, useState } from 'react'
import { Gallery, type GalleryItem } from '../gallery/gallery.tsx'
import { RowsSkeleton } from '../page/skeletons.tsx'
import classes from './answer.module.css'
import type { TableHead } from './json-tables.ts'
import type { OpenAnswer } from './open-answer.ts'
import { TableChoice } from './table-view.tsx'

/** How many cards are added at a time. */
const CARDS_PER_STEP = 24

interface GalleryOptions {
  answer: OpenAnswer
  tables: readonly TableHead[]
}

/** Returns the indexes of the tables whose rows have pictures. */
export const withPictures = (tables: readonly TableHead[]): number[] =>
  tables.flatMap(({ columns }, table) => (columns.some(({ hasPictures }) => hasPictures) ? [table] : []))

/** A list of the answer as cards with their pictures. */
export function GalleryView({ answer, tables }: GalleryOptions) {
  const [table, choose] = useState(withPictures(tables)[0]!)
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <TableChoice tables={tables} among={withPictures(tables)} chosen={table} onChoose={choose} />
      </div>
      <Cards key={table} answer={answer} table={table} head={tables[table]!} />
    </div>
  )
}

function Cards({ answer, table, head }: { answer: OpenAnswer; table: number; head: TableHead }) {
  const [count, setCount] = useState(CARDS_PER_STEP)
  const [items, setItems] = useState<GalleryItem[]>()
  useEffect(() => {
    let isCancelled = false
    void answer.ask('tableRows', table, 0, count).then(rows => {
      if (!isCancelled) setItems(rows.map((row, index) => itemOf(head, row, index)))
    })
    return () => {
      isCancelled = true
    }
  }, [answer, table, head, count])
  if (!items) return <RowsSkeleton rows={6} />
  const more = count < head.count ? () => setCount(count + CARDS_PER_STEP) : undefined
  return <Gallery label={head.path || 'Answer'} items={items} onMore={more} />
}

const itemOf = ({ columns }: TableHead, row: string[], index: number): GalleryItem => ({
  id: `Item ${index + 1}`,
  values: columns.map(({ name, isNumeric }, at) => ({
    name,
    value: isNumeric && row[at] ? Number(row[at]) : row[at],
  })),
})
