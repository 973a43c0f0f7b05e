import { SegmentedControl, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { useAccount } from '../../lib/service/account.ts'
import type { OutputOf } from '../../lib/service/client.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { withScheme } from '../../lib/web-address.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { sizeRefusal } from '../../ui/drop-files.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import { Answer } from './answer.tsx'
import { newDraft, type ReadDraft } from './draft.ts'
import { NewParser } from './new-parser.tsx'
import { type OperationFacts, operationFacts } from './operation.ts'
import { textReadings, useText } from './page-text.ts'
import { Progress } from './progress.tsx'
import classes from './read.module.css'
import type { ReadingStore } from './readings.ts'
import { RequestBar } from './request-bar.tsx'
import { linksQuery, linksReadings } from './site-links.ts'
import { SiteView } from './site-view.tsx'
import { Welcome } from './welcome.tsx'

/** The page that reads the text or the links of any page, by its address or from a file. */
export function ReadPage() {
  const account = useAccount()
  const operations = useQuery(operationsQuery)
  if (operations.data) return <Reader key={account} account={account} operations={operations.data.data} />
  return (
    <Page title="Read">
      {operations.isError ? (
        <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  )
}

interface ReaderOptions {
  account: string
  operation: OperationFacts
  draft: ReadDraft
  setDraft: (draft: ReadDraft) => void
}

function Reader({
  account,
  operations,
}: {
  account: string
  operations: OutputOf<'operation-list'>['data']
}) {
  const [draft, setDraft] = useDraft('read', newDraft)
  const reading = textReadings.use(account)
  const text = useText(account, reading)
  const shared = { account, draft, setDraft }
  return (
    <Page
      title="Read"
      wide
      heading={<Heading view={draft.view} onView={view => setDraft({ ...draft, view })} />}
      action={draft.view === 'text' && <NewParser account={account} reading={reading} text={text} />}
    >
      {draft.view === 'text' ? (
        <TextReader {...shared} operation={operationFacts(operations, 'page-read')} />
      ) : (
        <LinksReader {...shared} operation={operationFacts(operations, 'page-links')} />
      )}
    </Page>
  )
}

const Heading = ({
  view,
  onView,
}: {
  view: ReadDraft['view']
  onView: (view: ReadDraft['view']) => void
}) => (
  <>
    <Text fz={18} fw={600} aria-hidden>
      Read
    </Text>
    <SegmentedControl
      size="xs"
      ml={8}
      aria-label="What to read"
      value={view}
      onChange={next => onView(next as ReadDraft['view'])}
      data={[
        { value: 'text', label: 'Text of a page' },
        { value: 'links', label: 'Links of a site' },
      ]}
    />
  </>
)

/** The page to read that is chosen in the form. */
interface PageInput {
  url: string
  file: File | null
}

/** The file of the form, and the functions that read it or the address. */
function usePageInput(
  { operation, draft }: ReaderOptions,
  initialFile: File | null,
  start: (page: PageInput) => void,
) {
  const [file, setFile] = useState(initialFile)
  const [refusal, setRefusal] = useState<string | null>(null)
  const read = (page: PageInput) => {
    setRefusal(null)
    setFile(page.file)
    start(page)
  }
  const open = (next: File, url = '') => {
    const reason = sizeRefusal(next, operation.limits)
    if (reason) setRefusal(reason)
    else read({ file: next, url })
  }
  return {
    file,
    refusal,
    onRemove: () => setFile(null),
    onRead: () => read({ file, url: draft.url.trim() && withScheme(draft.url.trim()) }),
    open,
    drop([first, ...others]: File[]) {
      if (others.length)
        setRefusal('Pages are read one at a time. Drop one file, or create a batch of several.')
      else if (first) open(first)
    },
  }
}

/** The form of a view, and the function that reads its file or address with the chosen options. */
function useForm<View extends ReadDraft['view']>(
  view: View,
  readings: ReadingStore<ReadDraft[View]>,
  options: ReaderOptions,
) {
  const { account, operation, draft, setDraft } = options
  const queries = useQueryClient()
  const reading = readings.use(account)
  const start = (page: PageInput, wanted: ReadDraft[View] = draft[view]) => {
    setDraft({ ...draft, url: page.url, [view]: wanted })
    readings.start(queries, account, { ...page, wanted })
  }
  const { open, drop, ...pageInput } = usePageInput(options, reading?.file ?? null, start)
  const bar = {
    ...pageInput,
    operation,
    url: draft.url,
    wanted: draft[view],
    onUrl: (url: string) => setDraft({ ...draft, url }),
    onWanted: (wanted: ReadDraft[View]) => setDraft({ ...draft, [view]: wanted }),
    onFile: open,
    onCancel: () => readings.cancel(queries, account),
  }
  return { reading, start, open, drop, bar }
}

function TextReader(options: ReaderOptions) {
  const { account, operation } = options
  const { reading, start, open, drop, bar } = useForm('text', textReadings, options)
  const text = useText(account, reading)
  return (
    <DropArea className={classes.reader} onFiles={drop}>
      <RequestBar
        {...bar}
        verb="Read"
        note="Searching and reading on are free."
        error={text.error}
        isReading={text.isLoading}
      />
      {reading ? (
        <Answer
          account={account}
          reading={reading}
          text={text}
          filePrice={operation.filePrice}
          onWant={wanted => textReadings.want(account, wanted)}
          onAgain={wanted => start(reading, wanted)}
        />
      ) : (
        <Welcome credits={operation.filePrice} onOpen={open} />
      )}
    </DropArea>
  )
}

function LinksReader(options: ReaderOptions) {
  const { reading, start, drop, bar } = useForm('links', linksReadings, options)
  const answer = useQuery(linksQuery(options.account, reading))
  return (
    <DropArea className={classes.reader} onFiles={drop}>
      <RequestBar
        {...bar}
        verb="List links"
        note="A sitemap index costs the same, with all its sitemaps."
        error={answer.error}
        isReading={answer.isLoading}
      />
      {!reading ? (
        <EmptyState docs={{ guide: 'reading', text: 'How links are listed' }}>
          Enter the address of a page or of a sitemap, such as https://shop.example/sitemap.xml. Its links are
          grouped by the form of their addresses. Choose some of them for a batch.
        </EmptyState>
      ) : answer.data ? (
        <SiteView account={options.account} reading={reading} answer={answer.data} />
      ) : answer.isError ? (
        <div className={classes.notice}>
          <ErrorNotice error={answer.error} onRetry={() => start(reading, reading.wanted)} />
        </div>
      ) : (
        <Progress words={reading.file ? 'Listing the links…' : 'Fetching the page and listing its links…'} />
      )}
    </DropArea>
  )
}
