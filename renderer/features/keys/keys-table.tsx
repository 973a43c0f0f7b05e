import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Key, useRevokeKey } from './api.ts'

const isOver = ({ expires_at }: Key) => expires_at !== null && Date.parse(expires_at) <= Date.now()

function KeyState({ of }: { of: Key }) {
  if (!of.active) return <StateDot state="quiet">revoked</StateDot>
  return isOver(of) ? <StateDot state="warn">expired</StateDot> : <StateDot state="good">active</StateDot>
}

const COLUMNS: Column<Key>[] = [
  { name: 'Name', grow: 2, show: key => key.name },
  { name: 'Key', show: key => <span className="mono">{`${key.prefix}…${key.last4}`}</span> },
  { name: 'State', show: key => <KeyState of={key} /> },
  { name: 'May', grow: 2, show: key => key.scopes.join(', ') },
  { name: 'Cap a month', right: true, show: key => key.monthly_cap?.toLocaleString() ?? 'none' },
  { name: 'Ends', show: key => (key.expires_at ? <Time at={key.expires_at} /> : 'never') },
  { name: 'Last used', show: key => (key.last_used_at ? <Time at={key.last_used_at} /> : 'never') },
  { name: 'Made', show: key => <Time at={key.created_at} /> },
]

/** Keys, active ones first. */
export function KeysTable({ account, keys }: { account: string; keys: readonly Key[] }) {
  const revoke = useRevokeKey(account)
  const sorted = [...keys].sort((a, b) => Number(b.active) - Number(a.active))
  return (
    <>
      {revoke.error && <ErrorNotice error={revoke.error} />}
      <DataTable
        label="Keys"
        rows={sorted}
        idOf={key => key.id}
        columns={COLUMNS}
        actions={key =>
          key.active && (
            <ConfirmButton
              question={`Programs that use “${key.name}” are refused at once. This cannot be undone.`}
              verb="Revoke"
              onConfirm={() => revoke.mutate(key.id)}
            >
              Revoke
            </ConfirmButton>
          )
        }
      />
    </>
  )
}
