import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { Marked } from '../../ui/marked.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { type Setting, useChangeSetting } from './api.ts'
import { Proxies } from './proxies.tsx'
import { SettingInput } from './setting-input.tsx'
import classes from './setting-row.module.css'
import { displayText } from './setting-value.ts'

/** A setting: its description, its input, and where its value comes from. */
export function SettingRow({ setting }: { setting: Setting }) {
  const label = useId()
  const change = useChangeSetting(setting.name)
  return (
    <div className={classes.row}>
      <div>
        <Text id={label} fw={500} title={setting.name}>
          {setting.title}
        </Text>
        <Text size="sm" c="dimmed">
          <Marked>{setting.description}</Marked>
        </Text>
      </div>
      <Stack gap={6}>
        <SettingInput
          setting={setting}
          labelledBy={label}
          error={change.error}
          saving={change.isPending && change.variables !== undefined}
          onSave={(value, done) => change.mutate(value, { onSuccess: done })}
        />
        <OpenToNetwork setting={setting} />
        {setting.name === 'proxy' && setting.value !== null && <Proxies />}
        <Group gap={12} mih={22}>
          <Text size="xs" c="dimmed">
            {originOf(setting)}
          </Text>
          {setting.waits && (
            <Text size="xs" component="span">
              <StateDot state="warn">Takes effect at the next start</StateDot>
            </Text>
          )}
          {setting.origin === 'settings' && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Reset ${setting.title}`}
              loading={change.isPending && change.variables === undefined}
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

function originOf({ name, origin, set_by, default: fallback, restart }: Setting): string {
  if (origin === 'flag' || origin === 'variable') return `Set by ${set_by}, which takes precedence.`
  if (set_by) return `Can only be set by ${set_by}.`
  const from = origin === 'settings' ? `Set here. Default: ${displayText(fallback, name)}.` : 'Default value.'
  return restart ? `${from} Changes take effect at the next start.` : from
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Warns if the service accepts connections from other machines. */
function OpenToNetwork({ setting: { name, value } }: { setting: Setting }) {
  if (name !== 'host' || isLoopback(String(value))) return null
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      Other machines on the network can reach Winnow at this address. Traffic, including keys, is not
      encrypted. Use it only in networks that you trust, and add this machine’s name under “Allowed hosts”.
    </Alert>
  )
}
