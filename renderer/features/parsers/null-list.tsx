import { Text } from '@mantine/core'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Trial } from './api.ts'
import classes from './editor.module.css'
import lists from './lists.module.css'

const SHOWN = 200

/** Why values are null: where in the data, and the reason. */
export function NullList({ nulls }: { nulls: Trial['nulls'] }) {
  if (!nulls.length) return <EmptyState>Every field has a value on this page.</EmptyState>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.scroll} aria-label="Nulls" tabIndex={0}>
      <dl className={lists.reasons}>
        {nulls.slice(0, SHOWN).map(({ field, reason }) => (
          <div key={field}>
            <dt className="mono">{field}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
      {nulls.length > SHOWN && (
        <Text size="xs" c="dimmed" p={12}>{`and ${(nulls.length - SHOWN).toLocaleString()} more`}</Text>
      )}
    </section>
  )
}
