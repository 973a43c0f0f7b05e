import { Skeleton, Stack } from '@mantine/core'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A placeholder for loading rows. */
export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Stack gap={8} role="status" aria-label="Loading">
      {ids(rows).map(id => (
        <Skeleton key={id} height={28} radius={4} />
      ))}
    </Stack>
  )
}

/** A placeholder for a loading page. */
export function PageSkeleton() {
  return (
    <Stack gap={24} p={24} role="status" aria-label="Loading">
      <Skeleton height={24} width={160} radius={4} />
      <RowsSkeleton rows={6} />
    </Stack>
  )
}
