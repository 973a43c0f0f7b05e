import { Button, Group, Tabs } from '@mantine/core'
import { useMemo } from 'react'
import { useAddressParameter } from '../../lib/in-address.ts'
import { CallError } from '../../lib/service/call-error.ts'
import { AnswerViews } from '../../ui/answer/answer-views.tsx'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { CallView } from './call-view.tsx'
import { ExtractView } from './extract-view.tsx'
import { Facts } from './facts.tsx'
import { LinksView } from './links-view.tsx'
import type { PageTextOptions, TextPart, TextQuery, TextReading } from './page-text.ts'
import { Progress } from './progress.tsx'
import classes from './read.module.css'
import { requestOf } from './readings.ts'
import { TablesView } from './tables-view.tsx'
import { TextView } from './text-view.tsx'

interface AnswerOptions {
  account: string
  reading: TextReading
  text: TextQuery
  /** Credits for a call with a file. */
  filePrice: number
  /** Called to request something else of the same page. */
  onWant: (wanted: PageTextOptions) => void
  /** Called to read the page again with other options. */
  onAgain: (wanted: PageTextOptions) => void
}

/** The answer: the text beside the page, its links and tables, and the call itself. */
export function Answer(answer: AnswerOptions) {
  const { reading, text, onAgain } = answer
  if (text.isError && !text.data)
    return <ReadFailure reading={reading} error={text.error} onAgain={onAgain} />
  if (!text.data)
    return <Progress words={reading.file ? 'Reading the page…' : 'Fetching and reading the page…'} />
  return <AnswerTabs {...answer} parts={text.data.pages} />
}

function AnswerTabs({
  account,
  reading,
  text,
  filePrice,
  onWant,
  parts,
}: AnswerOptions & { parts: TextPart[] }) {
  const [view, setView] = useAddressParameter('view')
  const { links, tables } = parts[0]!.page
  const views = [
    {
      name: 'text',
      label: 'Text',
      content: <TextView account={account} reading={reading} text={text} parts={parts} onWant={onWant} />,
    },
    {
      name: 'links',
      label: `Links ${links.length}`,
      content: <LinksView account={account} reading={reading} links={links} onWant={onWant} />,
    },
    { name: 'tables', label: `Tables ${tables.length}`, content: <TablesView tables={tables} /> },
    {
      name: 'data',
      label: 'Data',
      content: <ExtractView key={reading.id} account={account} reading={reading} filePrice={filePrice} />,
    },
    { name: 'json', label: 'JSON', content: <JsonView parts={parts} /> },
    { name: 'call', label: 'Call', content: <CallView operation="page-read" request={requestOf(reading)} /> },
  ]
  return (
    <Tabs
      className={classes.views!}
      value={views.find(({ name }) => name === view)?.name ?? 'text'}
      onChange={setView}
      keepMounted={false}
    >
      <div className={classes.head}>
        <Tabs.List className={classes.tabs!}>
          {views.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <TextFacts parts={parts} />
      </div>
      {text.isError && (
        <div className={classes.notice}>
          <ErrorNotice error={text.error} onRetry={() => void text.fetchNextPage()} />
        </div>
      )}
      {views.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className={classes.panel!}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The answer as programs receive it; if the page was read in several parts, that of the last part. */
function JsonView({ parts }: { parts: TextPart[] }) {
  const { page } = parts.at(-1)!
  const body = useMemo(() => new Blob([JSON.stringify(page)]), [page])
  return <AnswerViews body={body} shape="json" />
}

const sumOf = (parts: TextPart[], count: (part: TextPart) => number) =>
  parts.reduce((total, part) => total + count(part), 0)

/** The length of the text, and the cost of all of its parts. */
function TextFacts({ parts }: { parts: TextPart[] }) {
  const tokens = counted(
    sumOf(parts, ({ page }) => page.tokens),
    'token',
  )
  const isWhole = parts.at(-1)!.page.next === null
  return (
    <Facts
      size={isWhole ? tokens : `${tokens} so far`}
      facts={{ ...parts[0]!, credits: sumOf(parts, ({ credits }) => credits) }}
    />
  )
}

/** Says why a page was not read, and what may help. */
function ReadFailure({
  reading: { url, file, wanted },
  error,
  onAgain,
}: Pick<AnswerOptions, 'reading' | 'onAgain'> & { error: unknown }) {
  const hasNoText = error instanceof CallError && error.body.detail === 'extraction_failed'
  const canUseBrowser = hasNoText && url && !file && wanted.fetch?.mode !== 'browser'
  return (
    <div className={classes.notice}>
      <ErrorNotice error={error} onRetry={() => onAgain(wanted)} />
      {hasNoText && (
        <Group gap={8} mt={12}>
          {canUseBrowser && (
            <Button
              variant="default"
              onClick={() => onAgain({ ...wanted, fetch: { ...wanted.fetch, mode: 'browser' } })}
            >
              Read it in a browser
            </Button>
          )}
          {wanted.content !== 'all' && (
            <Button variant="default" onClick={() => onAgain({ ...wanted, content: 'all' })}>
              Read all of the page
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}
