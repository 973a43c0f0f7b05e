import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A labelled value with a note; shows a skeleton until the value is loaded. */
export const Fact = ({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text size="sm" component="div">
      {children ?? <Skeleton height={20} width={96} radius={4} />}
    </Text>
    <Text size="xs" c="dimmed" component="div">
      {note}
    </Text>
  </div>
)
