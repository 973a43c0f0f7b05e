import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { StateDot } from '../../ui/state-dot.tsx'
import { type Setting, useChangeSetting } from './api.ts'
import { SettingInput } from './setting-input.tsx'
import classes from './setting-row.module.css'
import { inWords } from './setting-value.ts'

/** One setting: what it does, where its value comes from, and the way to change it. */
export function SettingRow({ setting }: { setting: Setting }) {
  const label = useId()
  const change = useChangeSetting(setting.name)
  return (
    <div className={classes.row}>
      <div>
        <Text id={label} fw={500}>
          {titleOf(setting.name)}
        </Text>
        <Text size="sm" c="dimmed">
          {setting.description}
        </Text>
      </div>
      <Stack gap={6}>
        <SettingInput
          setting={setting}
          labelledBy={label}
          error={change.error}
          saving={change.isPending}
          onSave={(value, done) => change.mutate(value, { onSuccess: done })}
        />
        <OpenToNetwork setting={setting} />
        <Group gap={12} mih={22}>
          <Text size="xs" c="dimmed">
            {originOf(setting)}
          </Text>
          {setting.waits && (
            <Text size="xs" component="span">
              <StateDot state="warn">waits for the next start</StateDot>
            </Text>
          )}
          {setting.origin === 'settings' && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Reset ${setting.name}`}
              onClick={() => change.mutate(undefined)}
            >
              Reset
            </Button>
          )}
        </Group>
      </Stack>
    </div>
  )
}

const titleOf = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

function originOf({ origin, set_by, default: fallback, restart }: Setting): string {
  if (origin === 'flag' || origin === 'variable') return `Set by ${set_by} at the start; it wins.`
  if (set_by) return `Only ${set_by} sets it.`
  const from = origin === 'settings' ? `Set here. Default: ${inWords(fallback)}.` : 'Default.'
  return restart ? `${from} Takes effect at a start.` : from
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Warns where the service listens for others than this machine. */
function OpenToNetwork({ setting: { name, value } }: { setting: Setting }) {
  if (name !== 'host' || isLoopback(String(value))) return null
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      Others on the network can reach Winnow at this address; what they send and get, keys too, is not
      encrypted. Use it in networks that you trust, and name this machine under “Allowed hosts”.
    </Alert>
  )
}
