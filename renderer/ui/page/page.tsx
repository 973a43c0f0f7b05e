import { ActionIcon, Group, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import classes from './page.module.css'

/** The list that a page belongs to. */
export interface ParentPage {
  to: string
  /** The name of the link: "All jobs". */
  label: string
}

/** A page with a link back to its list, its title, its actions and its content. */
export function Page({
  title,
  back,
  heading,
  action,
  children,
  wide = false,
}: {
  title: string
  back?: ParentPage
  /** Replaces the visible title. */
  heading?: ReactNode
  action?: ReactNode
  children: ReactNode
  /** Fills the whole height and width, for pages whose panes scroll separately. */
  wide?: boolean
}) {
  useEffect(() => {
    document.title = `${title} · Winnow`
  }, [title])
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <header className={classes.header}>
        <div className={classes.heading}>
          {back && <BackLink {...back} />}
          {heading}
          {heading ? (
            <VisuallyHidden component="h1" tabIndex={-1}>
              {title}
            </VisuallyHidden>
          ) : (
            <Title order={1} className={classes.title!} title={title} dir="auto" tabIndex={-1}>
              {title}
            </Title>
          )}
        </div>
        <Group gap={8} className={classes.actions!}>
          {action}
        </Group>
      </header>
      <div className={classes.content}>{children}</div>
    </div>
  )
}

const BackLink = ({ to, label }: ParentPage) => (
  <ActionIcon component={Link} to={to} variant="subtle" color="gray" aria-label={label} title={label}>
    <IconArrowLeft size={18} aria-hidden />
  </ActionIcon>
)
