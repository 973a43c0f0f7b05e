import { Group, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

/** A page: its title, its one main action, its content. */
export function Page({
  title,
  heading,
  action,
  children,
  wide = false,
}: {
  title: string
  /** Stands in place of the title: for what is named in its place. */
  heading?: ReactNode
  action?: ReactNode
  children: ReactNode
  /** Takes the whole height and width: for pages of panes, which scroll by themselves. */
  wide?: boolean
}) {
  useEffect(() => {
    document.title = `${title} · Winnow`
  }, [title])
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Group component="header" className={classes.header} justify="space-between" wrap="nowrap">
        {heading}
        {heading ? <VisuallyHidden component="h1">{title}</VisuallyHidden> : <Title order={1}>{title}</Title>}
        <Group gap="xs">{action}</Group>
      </Group>
      <div className={classes.content}>{children}</div>
    </div>
  )
}
