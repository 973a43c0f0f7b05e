import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/service/client.ts'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'

/** Explains what this page is for, and offers an invented page to start with. */
export function Welcome({ credits, onOpen }: { credits: number; onOpen: (file: File, url: string) => void }) {
  const sample = useMutation({
    mutationFn: () => call('sample-page', {}),
    onSuccess: ({ name, text, content_type, url }) =>
      onOpen(new File([text], name, { type: content_type }), url),
  })
  const price = credits ? ` (${counted(credits, 'credit')})` : ''
  return (
    <EmptyState
      action={
        <Stack gap={12} align="center">
          <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
            {`Read a sample page${price}`}
          </Button>
          {sample.isError && <ErrorNotice error={sample.error} />}
        </Stack>
      }
      docs={{ guide: 'reading', text: 'How pages are read' }}
    >
      Enter an address, or drop a saved page here. Its main text appears beside the page, without menus and
      teasers, with its headings, links and tables.
    </EmptyState>
  )
}
