import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/service/client.ts'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { Section } from './section.tsx'

/** Shows the code that pairs the extension, and the address that the extension asks for. */
export function PairingCode({ account }: { account: string }) {
  const show = useMutation({ mutationFn: () => call('pairing-code-create', { account }) })
  return (
    <Section title="2. Pair it">
      <Text size="sm" maw={680}>
        Show a code, click the extension’s button, and type the code there. A code works once, within five
        minutes. The address of Winnow is <span className="mono">{location.origin}</span>.
      </Text>
      {show.data && (
        <Group gap={8} role="status">
          <Text className="mono" fz={24}>
            {show.data.code}
          </Text>
          <CopyButton text={show.data.code} what="the code" />
          <Text size="sm" c="dimmed">
            ends <Time at={show.data.expires_at} />
          </Text>
        </Group>
      )}
      <Group>
        <Button
          variant={show.data ? 'default' : 'filled'}
          loading={show.isPending}
          onClick={() => show.mutate()}
        >
          {show.data ? 'Show another code' : 'Show a code'}
        </Button>
      </Group>
      {show.error && <ErrorNotice error={show.error} />}
    </Section>
  )
}
