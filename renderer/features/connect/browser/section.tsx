import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of the page, under its title. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={12} component="section" aria-label={title}>
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
)
