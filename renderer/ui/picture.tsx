import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../lib/service/client.ts'

/** The query for a picture on another host, which the service fetches through its guard. */
const pictureQuery = (address: string) =>
  queryOptions({
    queryKey: ['picture', address],
    queryFn: async ({ signal }) =>
      address.startsWith('data:')
        ? { data_url: address, error: null }
        : call('picture-get', { url: address }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/**
 * Shows the picture at an address. If it cannot be loaded, shows `otherwise` with the reason as its tooltip, or the reason
 * itself.
 */
export function Picture({
  address,
  className,
  otherwise,
}: {
  address: string
  className: string | undefined
  otherwise?: string
}) {
  const { data, error } = useQuery(pictureQuery(address))
  const reason = error?.message ?? data?.error
  if (reason && otherwise) return <span title={`${reason} ${address}`}>{otherwise}</span>
  if (reason)
    return (
      <Text size="xs" title={address}>
        {reason}
      </Text>
    )
  return data?.data_url ? (
    <img src={data.data_url} alt="" className={className} />
  ) : (
    <span className={className} />
  )
}
