import { SegmentedControl, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import type { OutputOf } from '../../lib/client.ts'
import { useDraft } from '../../lib/drafts.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { withScheme } from '../../lib/web-address.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { sizeRefusal } from '../../ui/drop-files.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import { Answer } from './answer.tsx'
import { type Draft, newDraft } from './draft.ts'
import { MakeParser } from './make-parser.tsx'
import { type Operation, operationIn } from './operation.ts'
import { type TextWanted, texts, useText } from './page-text.ts'
import { Progress } from './progress.tsx'
import classes from './read.module.css'
import { RequestBar } from './request-bar.tsx'
import { linksQuery, listings } from './site-links.ts'
import { SiteView } from './site-view.tsx'
import { Welcome } from './welcome.tsx'

/** Reads any page: the text of the one at an address or in a file, or its links. */
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
  operation: Operation
  draft: Draft
  setDraft: (draft: Draft) => void
}

function Reader({
  account,
  operations,
}: {
  account: string
  operations: OutputOf<'operation-list'>['data']
}) {
  const [draft, setDraft] = useDraft('read', newDraft)
  const reading = texts.use(account)
  const text = useText(account, reading)
  const shared = { account, draft, setDraft }
  return (
    <Page
      title="Read"
      wide
      heading={<Heading view={draft.view} onView={view => setDraft({ ...draft, view })} />}
      action={draft.view === 'text' && <MakeParser account={account} reading={reading} text={text} />}
    >
      {draft.view === 'text' ? (
        <TextReader {...shared} operation={operationIn(operations, 'page-read')} />
      ) : (
        <LinksReader {...shared} operation={operationIn(operations, 'page-links')} />
      )}
    </Page>
  )
}

const Heading = ({ view, onView }: { view: Draft['view']; onView: (view: Draft['view']) => void }) => (
  <>
    <Text fz={18} fw={600} aria-hidden>
      Read
    </Text>
    <SegmentedControl
      size="xs"
      ml={8}
      aria-label="What to read"
      value={view}
      onChange={next => onView(next as Draft['view'])}
      data={[
        { value: 'text', label: 'Text of a page' },
        { value: 'links', label: 'Links of a site' },
      ]}
    />
  </>
)

/** A page to read, as the form has it. */
interface Chosen {
  url: string
  file: File | null
}

/** The file of the form, and what reads it or the address. */
function useChosen({ operation, draft }: ReaderOptions, known: File | null, start: (page: Chosen) => void) {
  const [file, setFile] = useState(known)
  const [refusal, setRefusal] = useState<string | null>(null)
  const read = (page: Chosen) => {
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
        setRefusal('Pages are read one at a time. Drop one file, or make a batch of several.')
      else if (first) open(first)
    },
  }
}

function TextReader(options: ReaderOptions) {
  const { account, operation, draft, setDraft } = options
  const queries = useQueryClient()
  const reading = texts.use(account)
  const text = useText(account, reading)
  const start = (page: Chosen, wanted: TextWanted = draft.text) => {
    setDraft({ ...draft, url: page.url, text: wanted })
    texts.start(queries, account, { ...page, wanted })
  }
  const { open, drop, ...chosen } = useChosen(options, reading?.file ?? null, start)
  return (
    <DropArea className={classes.reader} onFiles={drop}>
      <RequestBar
        {...chosen}
        operation={operation}
        verb="Read"
        note="Finding words and reading on are free."
        url={draft.url}
        wanted={draft.text}
        error={text.error}
        isReading={text.isLoading}
        onUrl={url => setDraft({ ...draft, url })}
        onWanted={wanted => setDraft({ ...draft, text: wanted })}
        onFile={open}
        onCancel={() => texts.cancel(queries, account)}
      />
      {reading ? (
        <Answer
          account={account}
          reading={reading}
          text={text}
          filePrice={operation.filePrice}
          onWant={wanted => texts.want(account, wanted)}
          onAgain={wanted => start(reading, wanted)}
        />
      ) : (
        <Welcome credits={operation.filePrice} onOpen={open} />
      )}
    </DropArea>
  )
}

function LinksReader(options: ReaderOptions) {
  const { account, operation, draft, setDraft } = options
  const queries = useQueryClient()
  const reading = listings.use(account)
  const answer = useQuery(linksQuery(account, reading))
  const start = (page: Chosen) => {
    setDraft({ ...draft, url: page.url })
    listings.start(queries, account, { ...page, wanted: draft.links })
  }
  const { open, drop, ...chosen } = useChosen(options, reading?.file ?? null, start)
  return (
    <DropArea className={classes.reader} onFiles={drop}>
      <RequestBar
        {...chosen}
        operation={operation}
        verb="List links"
        note="An index costs as much, with all its sitemaps."
        url={draft.url}
        wanted={draft.links}
        error={answer.error}
        isReading={answer.isLoading}
        onUrl={url => setDraft({ ...draft, url })}
        onWanted={wanted => setDraft({ ...draft, links: wanted })}
        onFile={open}
        onCancel={() => listings.cancel(queries, account)}
      />
      {!reading ? (
        <EmptyState docs={{ guide: 'reading', text: 'How links are listed' }}>
          Enter the address of a page or of a sitemap, such as https://shop.example/sitemap.xml. Its links
          appear in groups, by the form of their addresses; a batch takes those that you want.
        </EmptyState>
      ) : answer.data ? (
        <SiteView account={account} reading={reading} answer={answer.data} />
      ) : answer.isError ? (
        <div className={classes.notice}>
          <ErrorNotice error={answer.error} onRetry={() => start(reading)} />
        </div>
      ) : (
        <Progress words={reading.file ? 'Listing the links…' : 'Fetching the page and listing its links…'} />
      )}
    </DropArea>
  )
}
