import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/service/client.ts'
import { bytesText } from '../../../ui/bytes-text.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { Page } from '../../../ui/page/page.tsx'
import type { PageMessage } from './bookmarklet.ts'
import { usePageMessage } from './page-message.ts'

/** Asks whether to accept the page that the bookmarklet hands over. */
export function ReceivePage() {
  const message = usePageMessage()
  return (
    <Page title="Take a page" back={{ to: '/connect/browser', label: 'Connect a browser' }}>
      {message === null && (
        <EmptyState>Waiting for a page. Click the bookmarklet on the page to send.</EmptyState>
      )}
      {message && 'refusal' in message && <ErrorNotice error={new Error(message.refusal)} />}
      {message && 'html' in message && <PageOffer page={message} />}
    </Page>
  )
}

function PageOffer({ page: { url, title, html } }: { page: PageMessage }) {
  const blob = new Blob([html], { type: 'text/html; charset=utf-8' })
  const create = useMutation({
    mutationFn: () => call('sent-page-create', { html: blob, url, title }),
    // Loading a new document cuts this page off from the window that opened it.
    onSuccess: ({ id }) => location.replace(`/app/read/sent/${id}`),
  })
  return (
    <Stack gap={16} maw={640}>
      <Text>
        {new URL(url).host} hands over a page of {bytesText(blob.size)}. Take it only if you clicked the
        bookmarklet there.
      </Text>
      <div>
        <Text fw={600}>{title || 'A page without a title'}</Text>
        <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      </div>
      <Group gap={8}>
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          Take the page
        </Button>
        <Button variant="default" onClick={() => window.close()}>
          Discard it
        </Button>
      </Group>
      {create.error && <ErrorNotice error={create.error} />}
    </Stack>
  )
}
