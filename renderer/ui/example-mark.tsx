import { Badge } from '@mantine/core'

/**
 * Marks invented data, so that nobody mistakes it for real data. Its children are the tooltip, which says where the data
 * comes from.
 */
export const ExampleMark = ({ children }: { children: string }) => (
  <Badge size="sm" variant="default" tt="none" fw={500} title={children} style={{ flex: 'none' }}>
    Example
  </Badge>
)
