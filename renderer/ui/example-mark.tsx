import { Badge } from '@mantine/core'

/** Marks data that was invented, so that nobody takes it for real; the children say where it comes from, on hover. */
export const ExampleMark = ({ children }: { children: string }) => (
  <Badge size="sm" variant="default" tt="none" fw={500} title={children} style={{ flex: 'none' }}>
    Example
  </Badge>
)
