import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Setting } from './api.ts'

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Warns where the service listens for others than this machine. */
export function OpenToNetwork({ setting: { name, value } }: { setting: Setting }) {
  if (name !== 'host' || isLoopback(String(value))) return null
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      Others on the network can reach Winnow at this address; what they send and get, keys too, is not
      encrypted. Use it in networks that you trust, and name this machine under “Allowed hosts”.
    </Alert>
  )
}
