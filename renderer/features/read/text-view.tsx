import { Anchor, Button, Group, SegmentedControl, Text as Words } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { hasWebScheme } from '../../../server/base/web-scheme.ts'
import { addressOf } from '../../lib/open-page.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { ImagePeek } from '../../ui/answer/image-peek.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { FramedPage } from '../../ui/framed-page.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { Markdown, type MarkdownParts } from '../../ui/markdown/markdown.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Panes } from '../../ui/page/panes.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { numberHeadings, numberOf, scrollToHeading, tokensOf } from './headings.ts'
import { OutlineList } from './outline-list.tsx'
import { PageFacts } from './page-facts.tsx'
import {
  type PageTextOptions,
  pageQuery,
  type TextPart,
  type TextQuery,
  type TextReading,
} from './page-text.ts'
import classes from './read.module.css'

interface TextViewOptions {
  account: string
  reading: TextReading
  text: TextQuery
  parts: TextPart[]
  onWant: (wanted: PageTextOptions) => void
}

/** Shows the headings, the text and the page side by side. */
export function TextView({ account, reading, text, parts, onWant }: TextViewOptions) {
  const { outline } = parts[0]!.page
  const headingNumbers = useMemo(() => numberHeadings(parts, outline), [parts, outline])
  const frame = useRef<Document>(null)
  const scrollToSection = useSection(text, headingNumbers)
  const show = (from: number) => {
    scrollToSection(from)
    if (frame.current) scrollToHeading(frame.current, outline, from)
  }
  const next = parts.at(-1)!.page.next
  const reachableHeadings = outline.filter(
    ({ from }) => headingNumbers.has(from) || (next !== null && from >= next),
  )
  return (
    <Panes
      name="read"
      panes={[
        {
          name: 'Outline',
          size: '190px',
          min: '100px',
          content: <OutlineList outline={reachableHeadings} onShow={show} />,
        },
        {
          name: 'Text',
          size: 55,
          min: 20,
          content: <TextPane reading={reading} text={text} parts={parts} onWant={onWant} />,
        },
        {
          name: 'Page',
          size: 45,
          min: 15,
          content: (
            <PagePane
              account={account}
              reading={reading}
              onReady={document => {
                frame.current = document
              }}
            />
          ),
        },
      ]}
    />
  )
}

const idOf = (from: number) => `block-${from}`

/** Returns a function that scrolls to a section of the text, and loads more parts until the section is there. */
function useSection(text: TextQuery, headingNumbers: ReadonlySet<number>) {
  const [targetBlock, setTargetBlock] = useState<number | null>(null)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = text
  useEffect(() => {
    if (targetBlock === null) return
    const heading = document.getElementById(idOf(targetBlock))
    if (heading) {
      heading.tabIndex = -1
      heading.scrollIntoView({ block: 'start' })
      heading.focus({ preventScroll: true })
      setTargetBlock(null)
    } else if (!hasNextPage || isFetchNextPageError) setTargetBlock(null)
    else if (!isFetchingNextPage) void fetchNextPage()
  }, [targetBlock, headingNumbers, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return setTargetBlock
}

function TextPane({ reading: { wanted }, text, parts, onWant }: Omit<TextViewOptions, 'account'>) {
  const [form, setForm] = useState<'text' | 'markdown'>('text')
  const markdown = parts.map(({ page }) => page.markdown ?? '').join('\n\n')
  const find = (words: string) => {
    const { find: _, ...rest } = wanted
    onWant(words ? { ...rest, find: words } : rest)
  }
  return (
    <div className={classes.column}>
      <div className={classes.toolbar}>
        <SearchField label="Find in the page" value={wanted.find ?? ''} onSeek={find} />
        <Group gap={8}>
          <SegmentedControl
            size="xs"
            aria-label="Form of the text"
            value={form}
            onChange={value => setForm(value as typeof form)}
            data={[
              { value: 'text', label: 'Text' },
              { value: 'markdown', label: 'Markdown' },
            ]}
          />
          <CopyButton text={markdown} what="the text as Markdown" />
        </Group>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <div className={classes.scroll} tabIndex={0}>
        <div className={classes.article} data-stale={text.isPlaceholderData || undefined}>
          <PageFacts page={parts[0]!.page} />
          {form === 'text' ? (
            <WrittenText parts={parts} />
          ) : (
            markdown && <CodeBlock code={markdown} what="the text as Markdown" />
          )}
          <TextEnd text={text} find={wanted.find} isEmpty={markdown.trim() === ''} />
        </div>
      </div>
    </div>
  )
}

const MARKDOWN_PARTS: MarkdownParts = {
  link: (address, words) => <PageLink address={address}>{words}</PageLink>,
  image: (address, words) => <PageImage address={address} words={words} />,
  headingId(heading) {
    const from = numberOf(heading)
    return from === undefined ? undefined : idOf(from)
  },
}

/** A part of the text. It is memoised so that it does not re-render when the next part arrives. */
const WrittenPart = memo(({ part }: { part: TextPart }) => (
  <div className={classes.part}>
    <Markdown tokens={tokensOf(part)} parts={MARKDOWN_PARTS} />
  </div>
))

const WrittenText = ({ parts }: { parts: TextPart[] }) => (
  <article aria-label="Text of the page">
    {parts.map((part, index) => (
      <WrittenPart key={index} part={part} />
    ))}
  </article>
)

/** A link of the page, which opens outside of the app. A link without a complete address is shown as text. */
const PageLink = ({ address, children }: { address: string; children: ReactNode }) =>
  hasWebScheme(address) ? (
    <Anchor href={address} title={address} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  ) : (
    <span title={address}>{children}</span>
  )

/** A picture of the page, which the service loads and which is shown on hover. It is not loaded before. */
const PageImage = ({ address, words }: { address: string; words: string }) => (
  <>
    <PageLink address={address}>{words || 'Picture'}</PageLink>
    {hasWebScheme(address) && <ImagePeek address={address} />}
  </>
)

/** The end of the text: a button that loads more, or a message that nothing was found. */
function TextEnd({ text, find, isEmpty }: { text: TextQuery; find: string | undefined; isEmpty: boolean }) {
  if (text.hasNextPage)
    return (
      <Button
        variant="default"
        mt={16}
        loading={text.isFetchingNextPage}
        onClick={() => void text.fetchNextPage()}
      >
        Read on (free)
      </Button>
    )
  if (isEmpty && find) return <Words c="dimmed">No section has all of these words.</Words>
  return null
}

function PagePane({
  account,
  reading,
  onReady,
}: Pick<TextViewOptions, 'account' | 'reading'> & { onReady: (document: Document) => void }) {
  const page = useQuery(pageQuery(account, reading))
  if (page.data)
    return (
      <div className={classes.column}>
        <FramedPage
          page={{ ...page.data, address: addressOf(page.data) }}
          name={page.data.name}
          isFetched={page.data.isFetched}
          onReady={onReady}
        />
      </div>
    )
  return (
    <div className={classes.notice}>
      {page.isError ? (
        <ErrorNotice error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <RowsSkeleton rows={8} />
      )}
    </div>
  )
}
