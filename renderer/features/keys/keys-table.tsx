import { useQuery } from '@tanstack/react-query'
import { isOver } from '../../../server/base/times.ts'
import { serviceTime } from '../../lib/service/clock.ts'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { counted } from '../../ui/counted.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Key, type KeyUsage, keyUsageQuery, useRevokeKey } from './api.ts'

const isExpired = ({ expires_at }: Key) => isOver(expires_at, serviceTime())

/** The state of a key in a word: whether it works, and if not, why. */
export function keyStateText(key: Key): keyof typeof STATES {
  if (!key.active) return 'Revoked'
  return isExpired(key) ? 'Expired' : 'Active'
}

const STATES = { Active: 'good', Expired: 'warn', Revoked: 'quiet' } as const

function KeyState({ of }: { of: Key }) {
  const text = keyStateText(of)
  return <StateDot state={STATES[text]}>{text}</StateDot>
}

/**
 * Formats the usage of a key in the month: `12 of 100 credits, 31 calls`. A key without a cap can spend the whole balance.
 */
function monthOf({ id, monthly_cap }: Key, usages: readonly KeyUsage[]): string {
  const usage = usages.find(({ key_id }) => key_id === id)
  const usedCredits = usage?.credits ?? 0
  const credits =
    monthly_cap === null
      ? counted(usedCredits, 'credit')
      : `${numberText(usedCredits)} of ${counted(monthly_cap, 'credit')}`
  return `${credits}, ${counted(usage?.calls ?? 0, 'call')}`
}

const columns = (usages: readonly KeyUsage[] | undefined): Column<Key>[] => [
  { name: 'Name', grow: 1.6, show: key => <ClampedText title={key.name}>{key.name}</ClampedText> },
  { name: 'Key', grow: 1.2, show: key => <span className="mono">{`${key.prefix}…${key.last4}`}</span> },
  { name: 'State', show: key => <KeyState of={key} /> },
  { name: 'Scopes', grow: 2, show: key => key.scopes.join(', ') },
  { name: 'This month (UTC)', grow: 2.4, show: key => (usages ? monthOf(key, usages) : '…') },
  { name: 'Expires', show: key => (key.expires_at ? <Time at={key.expires_at} /> : 'never') },
  { name: 'Last used', show: key => (key.last_used_at ? <Time at={key.last_used_at} /> : 'never') },
]

/** A table of keys, active ones first. */
export function KeysTable({ account, keys }: { account: string; keys: readonly Key[] }) {
  const revoke = useRevokeKey(account)
  const usage = useQuery(keyUsageQuery(account))
  const sorted = [...keys].sort((a, b) => Number(b.active) - Number(a.active))
  return (
    <>
      {revoke.error && <ErrorNotice error={revoke.error} />}
      {usage.error && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      <DataTable
        label="Keys"
        rows={sorted}
        idOf={key => key.id}
        columns={columns(usage.data?.data)}
        lines={2}
        actions={key =>
          key.active && (
            <ConfirmButton
              question={`Programs that use “${key.name}” lose access immediately. This cannot be undone.`}
              verb="Revoke"
              aria-label={`Revoke ${key.name}`}
              loading={revoke.isPending && revoke.variables === key.id}
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
