import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './workflows.module.css'

/** A part of a pane, under a title of its own. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} className={classes.partTitle!}>
      {title}
    </Title>
    <Stack gap={16}>{children}</Stack>
  </section>
)
