import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../lib/account.ts'
import { StateDot } from '../../../ui/state-dot.tsx'
import { statsQuery } from './api.ts'

/** Says that fields are filled less than they used to be; nothing while all is well. */
export function HealthMark({ parserId }: { parserId: string }) {
  const stats = useQuery(statsQuery(useAccount(), parserId))
  const degraded = stats.data?.health.degraded ?? []
  if (degraded.length === 0) return null
  return <StateDot state="warn">{`${degraded.map(({ field }) => field).join(', ')} filled less`}</StateDot>
}
