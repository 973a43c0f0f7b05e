import { UnstyledButton } from '@mantine/core'
import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { CallError, isForeign } from '../lib/service/call-error.ts'
import { StateDot } from '../ui/state-dot.tsx'
import classes from './shell.module.css'

/** Faults of the service itself. Other errors are about what the user asked for, and the page shows them there. */
const SERVICE_FAULTS = new Set([429, 500, 503])

const isUnread = ({ state: { status, error } }: Query): boolean =>
  status === 'error' && error instanceof CallError && (SERVICE_FAULTS.has(error.status) || isForeign(error))

const unreadIn = (cache: QueryCache): string => {
  const failed = cache.getAll().filter(query => query.isActive() && isUnread(query))
  const names = failed.map(({ queryKey: [kind] }) => String(kind).replaceAll('-', ' '))
  return [...new Set(names)].join(', ')
}

/**
 * Names the data of the page that could not be read, for example names in a drop-down, whose absence says nothing. Renders
 * nothing if all could be read.
 */
export function Unread() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const unread = useSyncExternalStore(
    onChange => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => unreadIn(cache),
  )
  if (!unread) return null
  const retry = () => void queries.refetchQueries({ type: 'active', predicate: isUnread })
  return (
    <>
      <span role="status" className={classes.unread} title={unread}>
        <StateDot state="bad">{`Could not be read: ${unread}`}</StateDot>
      </span>
      <UnstyledButton className={classes.shortcut!} onClick={retry}>
        Try again
      </UnstyledButton>
    </>
  )
}
