import { Anchor, Text } from '@mantine/core'
import { ValueCell } from '../lists/value-cell.tsx'
import { Picture } from '../picture.tsx'
import classes from './card.module.css'
import type { Card } from './card.ts'

/** An answer about a single thing at a glance: its picture, name, counts and link. */
export function CardView({ card: { picture, name, subtitle, text, link, counts } }: { card: Card }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.scroll} tabIndex={0} aria-label="Card">
      <article className={classes.card} aria-label={name ?? subtitle ?? ''}>
        <div className={classes.frame}>
          {picture ? (
            <Picture address={picture} className={classes.picture} />
          ) : (
            <Text size="xs">No picture</Text>
          )}
        </div>
        <div className={classes.facts}>
          <Text fz={18} fw={600}>
            {name ?? subtitle}
          </Text>
          {name && subtitle && <Text c="dimmed">{subtitle}</Text>}
          <dl className={classes.counts}>
            {counts.map(count => (
              <div key={count.name}>
                <dd>
                  <ValueCell {...count} />
                </dd>
                <dt>{count.name}</dt>
              </div>
            ))}
          </dl>
          {text && <Text className={classes.text!}>{text}</Text>}
          {link && (
            <Anchor href={link} target="_blank" rel="noreferrer" className={classes.link!}>
              {link.replace(/^https?:\/\//i, '')}
            </Anchor>
          )}
        </div>
      </article>
    </section>
  )
}
