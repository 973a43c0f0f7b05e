import { Group, Text } from '@mantine/core'
import { stateLabel } from '../../../../server/base/fields/state-labels.ts'
import { type StateColour, StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Change } from '../api.ts'
import classes from '../databases.module.css'
import { Pairs } from '../rows/values.tsx'
import { valueText } from '../value-text.ts'

export const KINDS: Record<Change['kind'], StateColour> = {
  added: 'good',
  changed: 'busy',
  removed: 'bad',
  returned: 'warn',
}

/** A change of a row, with the values of each changed field before and after. */
export function ChangeItem({ change }: { change: Change }) {
  const { kind, fields, at, source } = change
  return (
    <article className={classes.change}>
      <Group justify="space-between" gap={8} mb={6}>
        <StateDot state={KINDS[kind]}>{stateLabel(kind)}</StateDot>
        <Text size="xs" c="dimmed">
          <Time at={at} />
        </Text>
      </Group>
      {kind === 'changed' && (
        <Pairs
          pairs={Object.entries(fields).map(([name, { from, to }]) => [
            name,
            <span key={name}>
              <del className={classes.from}>{valueText(from)}</del>
              {' → '}
              <ins className={classes.to}>{valueText(to)}</ins>
            </span>,
          ])}
        />
      )}
      {source.url && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {source.url}
        </Text>
      )}
    </article>
  )
}
