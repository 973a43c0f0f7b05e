import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { useDrawerParameter } from '../../lib/in-address.ts'
import { chooseAccount, useAccount } from '../../lib/service/account.ts'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { accountsQuery } from '../../lib/service/machine.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { counted } from '../../ui/counted.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Account, useCreateAccount } from './api.ts'
import { ChangeAccount } from './change-account.tsx'

const COLUMNS = (current: string): Column<Account>[] => [
  {
    name: 'Name',
    grow: 2,
    show: ({ name }) => (name === current ? <StateDot state="good">{`${name} (current)`}</StateDot> : name),
  },
  { name: 'Calls at once', right: true, show: ({ limits }) => numberText(limits.concurrency) },
  { name: 'Jobs at once', right: true, show: ({ limits }) => numberText(limits.job_concurrency) },
  { name: 'Jobs waiting', right: true, show: ({ limits }) => numberText(limits.max_pending) },
  { name: 'Monthly grant', right: true, show: account => grantOf(account) },
  { name: 'Created', show: ({ created_at }) => <Time at={created_at} /> },
]

const grantOf = ({ unlimited, monthly_grant }: Account) =>
  unlimited ? 'unlimited' : monthly_grant ? counted(monthly_grant, 'credit') : 'none'

/** Accounts separate keys, credits and parsers, for example by project. */
export function Accounts() {
  const accounts = useQuery(accountsQuery)
  return (
    <Stack gap={24}>
      <Text size="sm" c="dimmed" maw={680}>
        Each account has its own keys, credits, parsers and limits. Use accounts to separate projects.
      </Text>
      <NewAccount />
      {accounts.isPending && <RowsSkeleton rows={3} />}
      {accounts.error && <ErrorNotice error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {accounts.data && <Table accounts={accounts.data.data} />}
    </Stack>
  )
}

function NewAccount() {
  const [name, setName, endDraft] = useDraft('account new', () => '')
  const create = useCreateAccount()
  return (
    <form
      data-draft
      onSubmit={event => {
        event.preventDefault()
        create.mutate(name, {
          onSuccess: () => {
            setName('')
            endDraft()
          },
        })
      }}
    >
      <Group gap={8} align="flex-start">
        <TextInput
          aria-label="Name of the new account"
          placeholder="Name of the new account"
          w={280}
          value={name}
          error={create.error && errorBodyOf(create.error).error}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ExplainedButton
          type="submit"
          variant="default"
          loading={create.isPending}
          reason={name.trim() ? null : 'Enter a name first.'}
        >
          Create account
        </ExplainedButton>
      </Group>
    </form>
  )
}

function Table({ accounts }: { accounts: readonly Account[] }) {
  const current = useAccount()
  const [changing, setChanging] = useDrawerParameter('account')
  const account = accounts.find(({ id }) => id === changing)
  return (
    <>
      <DataTable
        label="Accounts"
        rows={accounts}
        idOf={({ id }) => id}
        columns={COLUMNS(current)}
        actionsPx={160}
        actions={({ id, name }) => (
          <Group gap={8} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Change ${name}`}
              onClick={() => setChanging(id)}
            >
              Change
            </Button>
            {name !== current && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Switch to ${name}`}
                onClick={() => chooseAccount(name)}
              >
                Switch
              </Button>
            )}
          </Group>
        )}
      />
      <ChangeAccount account={account} onClose={() => setChanging(null)} />
    </>
  )
}
