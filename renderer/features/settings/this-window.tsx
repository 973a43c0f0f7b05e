import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { IconCheck, IconClipboard } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/service/client.ts'
import { diagnosticsQuery } from '../../lib/service/machine.ts'
import { shell } from '../../lib/shell.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { StateDot } from '../../ui/state-dot.tsx'

const THEMES = { auto: 'System', light: 'Light', dark: 'Dark' } as const

/** The settings of this window and machine. */
export function ThisWindow() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack gap={16} component="section" aria-label="This window">
      <Title order={2}>This window</Title>
      <Group gap={32} align="flex-end">
        <div>
          <Text fw={500} mb={4}>
            Theme
          </Text>
          <SegmentedControl
            aria-label="Theme"
            value={colorScheme}
            onChange={value => setColorScheme(value as keyof typeof THEMES)}
            data={Object.entries(THEMES).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <CopyDiagnostics />
      </Group>
      {shell && <StartAtLogin login={shell['login:start']} />}
      <Browser />
    </Stack>
  )
}

const LOGIN_CAPABILITY = ['start at login']

function StartAtLogin({ login }: { login: (on?: boolean) => Promise<boolean> }) {
  const queries = useQueryClient()
  const atLogin = useQuery({ queryKey: LOGIN_CAPABILITY, queryFn: () => login() })
  const change = async (on: boolean) => queries.setQueryData(LOGIN_CAPABILITY, await login(on))
  return (
    <Switch
      label="Start at login"
      checked={atLogin.data ?? false}
      disabled={!atLogin.isSuccess}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  )
}

function Browser() {
  const { data } = useQuery(diagnosticsQuery)
  if (!data) return null
  if (!data.browser)
    return (
      <StateDot state="warn">
        No browser found for browser mode. Install Chrome or Chromium, or set the path below.
      </StateDot>
    )
  return <StateDot state="good">{`Browser mode uses ${data.browser.path}`}</StateDot>
}

/** Collects the diagnostics of the service and of this window as JSON. */
async function gatherDiagnostics(): Promise<string> {
  const [service, desktop] = await Promise.all([call('diagnostics', {}), shell?.about()])
  const window = { browser: navigator.userAgent, width: innerWidth, height: innerHeight, desktop }
  return JSON.stringify({ ...service, window }, null, 2)
}

/** A button that copies the diagnostics for a bug report, without secrets. */
function CopyDiagnostics() {
  const copy = useMutation({
    mutationFn: async () => navigator.clipboard.writeText(await gatherDiagnostics()),
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={
          copy.isSuccess ? <IconCheck size={16} aria-hidden /> : <IconClipboard size={16} aria-hidden />
        }
        loading={copy.isPending}
        onClick={() => copy.mutate()}
      >
        {copy.isSuccess ? 'Copied (without secrets)' : 'Copy diagnostics'}
      </Button>
      {copy.error && <ErrorNotice error={copy.error} />}
    </>
  )
}
