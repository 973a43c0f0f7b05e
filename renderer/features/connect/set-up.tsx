import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconExternalLink, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { downloadBundle } from './api.ts'
import { ClientKey } from './client-key.tsx'
import type { Client } from './client-list.ts'
import { useClientKey } from './use-client-key.ts'

/** The placeholder until a key exists. */
const PLACEHOLDER = 'YOUR_KEY'

/** The set-up of an AI tool, step by step: its key, then its configuration. */
export function SetUp({ client, account, url }: { client: Client; account: string; url: string }) {
  const secret = useClientKey(account, client.name)
  const endpoint = { url, key: secret ?? PLACEHOLDER }
  return (
    <Stack gap={16}>
      <Text fw={600}>1. Create a key</Text>
      <ClientKey client={client.name} account={account} />
      <Text fw={600}>2. Add Winnow to the client</Text>
      <Text size="sm">{client.where}</Text>
      {(client.link || client.bundle) && (
        <Group gap={8}>
          {client.link && (
            <Button
              component="a"
              href={secret ? client.link(endpoint) : undefined}
              data-disabled={!secret}
              aria-disabled={!secret}
              variant="default"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {secret ? `Add to ${client.name}` : `Add to ${client.name} (create the key first)`}
            </Button>
          )}
          {client.bundle && <Bundle />}
        </Group>
      )}
      <MaskedCode code={client.code(endpoint)} secret={secret} />
    </Stack>
  )
}

function Bundle() {
  const download = useMutation({ mutationFn: downloadBundle })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download winnow.mcpb
      </Button>
      {download.error && <ErrorNotice error={download.error} />}
    </>
  )
}

const MASK = '•'.repeat(12)

/** The set-up code with its key masked on screen. Copying includes the key. */
function MaskedCode({ code, secret }: { code: string; secret: string | null }) {
  const [revealed, reveal] = useState(false)
  const maskedCode = secret && !revealed ? code.replaceAll(secret, `${secret.slice(0, 3)}${MASK}`) : code
  return (
    <Stack gap={8} align="flex-start">
      <div style={{ width: '100%' }}>
        <CodeBlock code={maskedCode} copied={code} what="the set-up" />
      </div>
      {secret && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={revealed ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={() => reveal(!revealed)}
        >
          {revealed ? 'Hide the key' : 'Reveal the key'}
        </Button>
      )}
    </Stack>
  )
}
