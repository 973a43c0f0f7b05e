import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A large labelled number with a note. */
export const Figure = ({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text fz={24} fw={600} lh={1.3} className="tabular">
      {children}
    </Text>
    {note && (
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    )}
  </div>
)
