import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../lib/account.ts'
import { creditsQuery, statusQuery } from '../lib/machine.ts'
import { counted } from '../ui/counted.ts'
import { StateDot } from '../ui/state-dot.tsx'

/** Address, running calls, credits: what one wants to know on every page. */
export function StatusBar({ ready }: { ready: boolean }) {
  const account = useAccount()
  const status = useQuery({ ...statusQuery, enabled: ready })
  const credits = useQuery({ ...creditsQuery(account), enabled: ready })
  if (status.isError) return <StateDot state="bad">Winnow does not answer</StateDot>
  if (!status.data) return <StateDot state="quiet">Connecting</StateDot>
  const facts = [
    counted(status.data.running, 'call running', 'calls running'),
    ...(credits.data ? [counted(credits.data.available, 'credit')] : []),
  ]
  return (
    <>
      <StateDot state="good">{new URL(status.data.address).host}</StateDot>
      <span className="tabular">&nbsp;· {facts.join(' · ')}</span>
    </>
  )
}
