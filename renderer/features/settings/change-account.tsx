import { Drawer, NumberInput, TextInput } from '@mantine/core'
import { chooseAccount, currentAccount } from '../../lib/service/account.ts'
import { errorsOf, errorText } from '../../lib/service/call-error.ts'
import { EditForm } from '../../ui/form/edit-form.tsx'
import { MonthlyGrantField, UnlimitedField } from '../../ui/form/grant-fields.tsx'
import { type Account, type AccountChanges, useChangeAccount } from './api.ts'

const LIMITS: Record<keyof Account['limits'], string> = {
  concurrency: 'Calls at once',
  job_concurrency: 'Jobs at once',
  max_pending: 'Jobs waiting',
  crons: 'Crons',
  event_streams: 'Open event streams',
}

interface Draft extends Pick<Account, 'limits' | 'unlimited' | 'monthly_grant'> {
  new_name: string
}

const draftOf = ({ name, limits, unlimited, monthly_grant }: Account): Draft => ({
  new_name: name,
  limits,
  unlimited,
  monthly_grant,
})

/**
 * The drawer with the name, limits and grants of the chosen account. It stays mounted, so that it can return the focus once
 * it is closed.
 */
export const ChangeAccount = ({
  account,
  onClose,
}: {
  account: Account | undefined
  onClose: () => void
}) => (
  <Drawer opened={account !== undefined} onClose={onClose} title={`Account ${account?.name ?? ''}`}>
    {account && <AccountForm key={account.id} account={account} onClose={onClose} />}
  </Drawer>
)

function AccountForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, name } = account
  const replace = useChangeAccount(name)
  return (
    <EditForm<Draft, AccountChanges, string>
      what="account"
      record={{ id, version: JSON.stringify(draftOf(account)) }}
      draftOf={() => draftOf(account)}
      bodyOf={draft => ({ ...draft, new_name: draft.new_name.trim() })}
      replace={replace}
      onSaved={({ new_name }) => {
        if (currentAccount() === name && new_name) chooseAccount(new_name)
      }}
      onClose={onClose}
      fields={({ draft, onChange, error }) => (
        <AccountFields draft={draft} error={error} set={changes => onChange({ ...draft, ...changes })} />
      )}
    />
  )
}

function AccountFields({
  draft,
  error,
  set,
}: {
  draft: Draft
  error: Error | null
  set: (changes: Partial<Draft>) => void
}) {
  const errorAt = (path: string) => errorText(errorsOf(error)(path))
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        value={draft.new_name}
        error={errorAt('new_name')}
        onChange={({ currentTarget }) => set({ new_name: currentTarget.value })}
      />
      {Object.entries(LIMITS).map(([limit, label]) => (
        <NumberInput
          key={limit}
          label={label}
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          value={draft.limits[limit as keyof typeof LIMITS]}
          error={errorAt(`limits.${limit}`)}
          onChange={value => set({ limits: { ...draft.limits, [limit]: value } })}
        />
      ))}
      <UnlimitedField checked={draft.unlimited} onChange={unlimited => set({ unlimited })} />
      <MonthlyGrantField
        value={draft.monthly_grant}
        error={errorAt('monthly_grant')}
        onChange={value => set({ monthly_grant: value as number })}
      />
    </>
  )
}
