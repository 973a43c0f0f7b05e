import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { type SignIn, signInsQuery, useEndSignIn } from './api.ts'

const COLUMNS: Column<SignIn>[] = [
  { name: 'Browser', grow: 2, show: ({ browser, is_own }) => (is_own ? `${browser} (this one)` : browser) },
  { name: 'Signed in', show: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Last used', show: ({ last_used_at }) => <Time at={last_used_at} /> },
  { name: 'Ends', show: ({ expires_at }) => <Time at={expires_at} /> },
]

const question = ({ browser, is_own }: SignIn) =>
  is_own
    ? 'All windows of this browser, including this one, have to sign in again.'
    : `All windows of ${browser} have to sign in again.`

/** Lists the signed-in browsers. Each can be signed out. */
export function SignIns() {
  const signIns = useQuery(signInsQuery)
  const end = useEndSignIn()
  const error = signIns.error ?? end.error
  return (
    <Stack gap={8} component="section" aria-label="Signed-in browsers">
      <Title order={2}>Signed-in browsers</Title>
      <Text size="sm" c="dimmed">
        A browser stays signed in for 30 days, also when Winnow restarts.
      </Text>
      {error && <ErrorNotice error={error} />}
      {signIns.data && (
        <DataTable
          label="Signed-in browsers"
          rows={signIns.data.data}
          idOf={({ id }) => id}
          columns={COLUMNS}
          actions={signIn => (
            <ConfirmButton
              question={question(signIn)}
              verb="Sign out"
              aria-label={`Sign out ${signIn.browser}`}
              loading={end.isPending && end.variables === signIn.id}
              onConfirm={() => end.mutate(signIn.id)}
            >
              Sign out
            </ConfirmButton>
          )}
        />
      )}
    </Stack>
  )
}
