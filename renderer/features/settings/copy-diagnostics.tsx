import { Button } from '@mantine/core'
import { IconCheck, IconClipboard } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/client.ts'
import { shell } from '../../lib/shell.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'

/** What a bug report needs, of the service and of this window. */
async function gather(): Promise<string> {
  const [service, desktop] = await Promise.all([call('diagnostics', {}), shell?.about()])
  const window = { browser: navigator.userAgent, width: innerWidth, height: innerHeight, desktop }
  return JSON.stringify({ ...service, window }, null, 2)
}

/** Puts all that a bug report needs on the clipboard; there are no secrets in it. */
export function CopyDiagnostics() {
  const copy = useMutation({ mutationFn: async () => navigator.clipboard.writeText(await gather()) })
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
        {copy.isSuccess ? 'Copied, without secrets' : 'Copy diagnostics'}
      </Button>
      {copy.error && <ErrorNotice error={copy.error} />}
    </>
  )
}
