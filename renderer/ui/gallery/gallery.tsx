import { Button } from '@mantine/core'
import { ValueCell } from '../lists/value-cell.tsx'
import { Picture } from '../picture.tsx'
import { isPicture } from '../picture-address.ts'
import classes from './gallery.module.css'

/** A record with its named values. */
export interface GalleryItem {
  id: string
  values: readonly { name: string; value: unknown }[]
}

/** How many values are shown below a picture; the first is the heading. */
const MAX_FACTS = 4
const HEADING = /(^|[._])(title|name|caption|headline|text|label)$/i

interface GalleryOptions {
  label: string
  items: readonly GalleryItem[]
  onOpen?: ((id: string) => void) | undefined
  /** Shows more records; undefined if all are shown. */
  onMore?: (() => void) | undefined
}

/** Records as cards, each with its picture. */
export function Gallery({ label, items, onOpen, onMore }: GalleryOptions) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.gallery} tabIndex={0} aria-label={label}>
      <ul className={classes.cards}>
        {items.map(item => (
          <Card key={item.id} item={item} onOpen={onOpen} />
        ))}
      </ul>
      {onMore && (
        <Button variant="default" m={12} onClick={onMore}>
          Show more
        </Button>
      )}
    </section>
  )
}

const hasPicture = ({ name, value }: GalleryItem['values'][number]) =>
  typeof value === 'string' && isPicture(name, value)

/** Whether any of the records has a picture. */
export const hasAnyPicture = (items: readonly GalleryItem[]): boolean =>
  items.some(({ values }) => values.some(hasPicture))

function Card({ item: { id, values }, onOpen }: { item: GalleryItem; onOpen: GalleryOptions['onOpen'] }) {
  const picture = values.find(hasPicture)
  const displayable = values.filter(one => !hasPicture(one) && isDisplayable(one.value))
  const heading = displayable.find(({ name }) => HEADING.test(name)) ?? displayable[0]
  const facts = displayable.filter(one => one !== heading).slice(0, MAX_FACTS)
  const text = heading ? String(heading.value) : id
  return (
    <li className={classes.card}>
      <div className={classes.frame}>
        {picture && <Picture address={String(picture.value)} className={classes.picture} />}
      </div>
      {onOpen ? (
        <button type="button" className={classes.heading} title={text} onClick={() => onOpen(id)}>
          {text}
        </button>
      ) : (
        <div className={classes.heading} title={text}>
          {text}
        </div>
      )}
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              <ValueCell name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const isDisplayable = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && typeof value !== 'object'
