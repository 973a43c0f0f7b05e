import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { openSent, type SentPage as Sent, sentPageQuery } from '../../../lib/sent-page.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { PageSkeleton } from '../../../ui/page/skeletons.tsx'
import { textReadings } from '../page-text.ts'
import { matchesQuery, type PageExtractor, usePageExtraction } from './api.ts'
import { ExtractedData } from './extracted.tsx'
import { MatchList } from './match-list.tsx'

/** The page of a page that was sent from a browser, with its actions. */
export function SentPage() {
  const { id = '' } = useParams()
  const account = useAccount()
  const sent = useQuery(sentPageQuery(account, id))
  return (
    <Page title={sent.data?.title || 'Sent page'} back={{ to: '/read', label: 'Read' }}>
      {sent.isPending && <PageSkeleton />}
      {sent.error && <ErrorNotice error={sent.error} onRetry={() => void sent.refetch()} />}
      {sent.data && <SentPageActions key={id} account={account} sent={sent.data} />}
    </Page>
  )
}

function SentPageActions({ account, sent }: { account: string; sent: Sent }) {
  const { url, html, id } = sent
  const extraction = usePageExtraction(openSent(sent).blob)
  return (
    <Stack gap={24}>
      <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <Group gap={8}>
        <ReadButton account={account} url={url ?? ''} html={html} />
        <NewParserButton id={id} />
      </Group>
      {url !== null && (
        <PageMatches
          account={account}
          url={url}
          onTake={extraction.mutate}
          busy={extraction.isPending ? extraction.variables : undefined}
        />
      )}
      {extraction.error && <ErrorNotice error={extraction.error} />}
      {extraction.data && <ExtractedData of={extraction.data} />}
    </Stack>
  )
}

function PageMatches({
  account,
  url,
  onTake,
  busy,
}: {
  account: string
  url: string
  onTake: ReturnType<typeof usePageExtraction>['mutate']
  busy: PageExtractor | undefined
}) {
  const matches = useQuery(matchesQuery(account, url))
  return (
    <Stack gap={12} component="section" aria-label="Parsers and APIs for this page">
      <Title order={2}>Parsers and APIs for this page</Title>
      {matches.error && <ErrorNotice error={matches.error} onRetry={() => void matches.refetch()} />}
      {matches.data && <MatchList matches={matches.data} onTake={onTake} busy={busy} />}
    </Stack>
  )
}

/** A button that opens the sent page under Read, as a file. */
function ReadButton({ account, url, html }: { account: string; url: string; html: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const read = () => {
    const file = new File([html], 'page.html', { type: 'text/html; charset=utf-8' })
    textReadings.start(queries, account, { url, file, wanted: {} })
    void navigate('/read')
  }
  return (
    <Button variant="default" onClick={read}>
      Read it
    </Button>
  )
}

function NewParserButton({ id }: { id: string }) {
  const navigate = useNavigate()
  return (
    <Button variant="default" onClick={() => void navigate(`/parsers/sent/${id}`)}>
      New parser from this page
    </Button>
  )
}
