import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One number that matters, with its name. */
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
