import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './links.module.css'

/** A link within a text or a labelled value. */
export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor component={Link} to={to} size="sm">
    {children}
  </Anchor>
)

/** The name of a row as a link to its page, with a dimmed note. */
export const RowLink = ({ to, name, note }: { to: string; name: string; note?: string }) => (
  <>
    <Link to={to} className={classes.row} title={name} onClick={event => event.stopPropagation()}>
      {name}
    </Link>
    {note && (
      <Text span size="xs" c="dimmed" ml={8} title={note} className={classes.note!}>
        {note}
      </Text>
    )}
  </>
)
