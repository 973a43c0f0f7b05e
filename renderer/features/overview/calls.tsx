import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { usageQuery } from './api.ts'
import { Errors } from './errors.tsx'
import { Usage } from './usage.tsx'

/** The usage and the errors; hidden until there was a call. */
export function Calls() {
  const usage = useQuery(usageQuery(useAccount(), 'quarter'))
  if (!usage.isError && !usage.data?.data.length) return null
  return (
    <>
      <Usage />
      <Errors />
    </>
  )
}
