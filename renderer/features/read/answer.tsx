import { Button, Group, Loader, Tabs, Text as Words } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { placeOf } from '../../lib/playground-place.ts'
import { CallCode } from '../../ui/code/call-code.tsx'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { LinksView } from './links-view.tsx'
import classes from './read.module.css'
import { type Reading, requestOf, type Text, type TextPart, type Wanted } from './reading.ts'
import { TablesView } from './tables-view.tsx'
import { TextView } from './text-view.tsx'

interface AnswerOptions {
  account: string
  reading: Reading
  text: Text
  /** Wants something else of the page that was read. */
  onWant: (wanted: Wanted) => void
  /** Reads the page once more, in another way. */
  onAgain: (wanted: Wanted) => void
}

/** What was read: the text beside the page, its links and tables, and the call itself. */
export function Answer(answer: AnswerOptions) {
  const { reading, text, onAgain } = answer
  if (text.isError && !text.data) return <Failed reading={reading} error={text.error} onAgain={onAgain} />
  if (!text.data)
    return (
      <div className={classes.notice}>
        <Group gap={8} mb={12} role="status">
          <Loader size="xs" aria-hidden />
          <Words size="sm">{reading.file ? 'Reading the page…' : 'Fetching and reading the page…'}</Words>
        </Group>
        <RowsSkeleton rows={8} />
      </div>
    )
  return <Views {...answer} parts={text.data.pages} />
}

function Views({ account, reading, text, onWant, parts }: AnswerOptions & { parts: TextPart[] }) {
  const [view, setView] = useState<string | null>('text')
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
    { name: 'call', label: 'Call', content: <CallView reading={reading} /> },
  ]
  return (
    <Tabs className={classes.views!} value={view} onChange={setView} keepMounted={false}>
      <div className={classes.head}>
        <Tabs.List className={classes.tabs!}>
          {views.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Facts parts={parts} />
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

const sum = (parts: TextPart[], count: (part: TextPart) => number) =>
  parts.reduce((total, part) => total + count(part), 0)

/** How long the text is, what it cost, and where the page came from. */
function Facts({ parts }: { parts: TextPart[] }) {
  const credits = sum(parts, part => part.credits)
  const [{ source, ms }] = parts as [TextPart]
  const facts = [
    `${counted(
      sum(parts, ({ page }) => page.tokens),
      'token',
    )}${parts.at(-1)!.page.next === null ? '' : ' so far'}`,
    credits ? counted(credits, 'credit') : 'free',
    `from ${source}`,
    `${ms.toLocaleString()} ms`,
  ]
  return (
    <Words size="xs" c="dimmed" className="tabular" role="status" aria-label="Cost and source">
      {facts.join(' · ')}
    </Words>
  )
}

/** Why a page was not read, and what may help. */
function Failed({
  reading: { url, file, wanted },
  error,
  onAgain,
}: Pick<AnswerOptions, 'reading' | 'onAgain'> & { error: unknown }) {
  const hasNoText = error instanceof CallError && error.body.detail === 'extraction_failed'
  const inBrowser = hasNoText && url && !file && wanted.fetch?.mode !== 'browser'
  return (
    <div className={classes.notice}>
      <ErrorNotice error={error} onRetry={() => onAgain(wanted)} />
      {hasNoText && (
        <Group gap={8} mt={12}>
          {inBrowser && (
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

/** The call, to be sent by other programs. */
function CallView({ reading }: { reading: Reading }) {
  const { html, ...input } = requestOf(reading)
  return (
    <div className={classes.scroll}>
      <div className={classes.call}>
        <CallCode id="page-read" input={{ ...input, ...(html && { html: html.name }) }} />
        <Words size="xs" c="dimmed" mt={8}>
          <code>KEY</code> holds an API key: <code>export KEY=wk_…</code> ·{' '}
          <Link to="/keys">Create a key</Link> ·{' '}
          <Link to={placeOf('page-read', input)}>Open in the Playground</Link>
        </Words>
      </div>
    </div>
  )
}
