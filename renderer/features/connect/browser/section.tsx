import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A section of the page with its title. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={12} component="section" aria-label={title}>
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
)
