import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery } from '../../lib/service/machine.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { MonthlyGrantField, UnlimitedField } from '../../ui/form/grant-fields.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type Account, useChangeGrants } from './api.ts'

/** Shows what the account is granted automatically. */
export function Grants({ account }: { account: string }) {
  const accounts = useQuery(accountsQuery)
  const found = accounts.data?.data.find(({ name }) => name === account)
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Grants</Title>
      {accounts.isPending && <RowsSkeleton rows={1} />}
      {accounts.error && <ErrorNotice error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {found && <Form key={account} account={found} />}
    </Stack>
  )
}

function Form({ account }: { account: Account }) {
  const changeMonthly = useChangeGrants(account.name)
  const changeUnlimited = useChangeGrants(account.name)
  // Null until it is edited, so that the field follows a change that is made elsewhere.
  const [typed, setTyped] = useState<number | string | null>(null)
  const monthly = typed ?? account.monthly_grant
  return (
    <Stack gap={12}>
      <Group gap={48} align="flex-start">
        <UnlimitedField
          checked={
            (changeUnlimited.isPending ? changeUnlimited.variables.unlimited : null) ?? account.unlimited
          }
          onChange={unlimited => changeUnlimited.mutate({ unlimited })}
        />
        <form
          onSubmit={event => {
            event.preventDefault()
            changeMonthly.mutate({ monthly_grant: Number(monthly) }, { onSuccess: () => setTyped(null) })
          }}
        >
          <Group gap={8} align="flex-end">
            <MonthlyGrantField
              value={monthly}
              onChange={next => setTyped(next === account.monthly_grant ? null : next)}
            />
            <ExplainedButton
              type="submit"
              variant="default"
              reason={Number(monthly) === account.monthly_grant ? 'This is already the grant.' : null}
              loading={changeMonthly.isPending}
            >
              Save
            </ExplainedButton>
          </Group>
        </form>
      </Group>
      {changeUnlimited.error && <ErrorNotice error={changeUnlimited.error} />}
      {changeMonthly.error && <ErrorNotice error={changeMonthly.error} />}
    </Stack>
  )
}
