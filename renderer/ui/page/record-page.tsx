import { Anchor, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isNotFound } from '../../lib/service/call-error.ts'
import { ErrorNotice } from './error-notice.tsx'
import { Page, type ParentPage } from './page.tsx'
import { RowsSkeleton } from './skeletons.tsx'

/**
 * The page of a record: shows a skeleton while it loads, an error with a retry, or the loaded record unless it has been
 * deleted elsewhere.
 */
export function RecordPage<Loaded>({
  title,
  back,
  query,
  isRestorable = false,
  children,
}: {
  /** The title until the record is loaded. */
  title: string
  back: ParentPage
  query: UseQueryResult<Loaded>
  /** Whether such a record can be restored after its deletion. */
  isRestorable?: boolean
  children: (record: Loaded) => ReactNode
}) {
  if (query.data !== undefined && !isNotFound(query.error)) return children(query.data)
  return (
    <Page title={title} back={back}>
      {query.isPending ? (
        <RowsSkeleton rows={8} />
      ) : (
        <Stack gap={16}>
          <RecordError error={query.error} onRetry={() => void query.refetch()} />
          {isRestorable && isNotFound(query.error) && <RestoreHint />}
        </Stack>
      )}
    </Page>
  )
}

/** The error of a record that was not loaded. A record that does not exist is not there at another attempt either. */
export const RecordError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorNotice error={error} onRetry={isNotFound(error) ? undefined : onRetry} />
)

const RestoreHint = () => (
  <Text size="sm">
    If it was deleted in the last 7 days, you can restore it in{' '}
    <Anchor component={Link} to="/settings/deleted">
      Settings → Deleted
    </Anchor>
    .
  </Text>
)
