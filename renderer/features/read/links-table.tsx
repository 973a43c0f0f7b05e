import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { searchText } from '../../../server/base/text/search-text.ts'
import { startCollecting } from '../../lib/collect-start.ts'
import { csvText } from '../../lib/csv-text.ts'
import { batchAddresses } from '../../lib/drafts/batch-draft.ts'
import { saveFile } from '../../lib/save-file.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { counted } from '../../ui/counted.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { useSelection } from '../../ui/lists/selection.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { OutsideLink } from '../../ui/lists/value-cell.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import classes from './read.module.css'

interface ListedLink {
  url: string
  text: string | null
  lastmod?: string | null
}

/** A page or sitemap, and the links that are listed from it. */
export interface LinksOrigin {
  url: string
  content?: 'main' | 'all'
  links_matching?: string
  same_host?: boolean
  fetch?: object
}

const TEXT_COLUMN: Column<ListedLink> = {
  name: 'Text',
  grow: 1,
  show: ({ text }) => <span title={text ?? ''}>{text}</span>,
}
const ADDRESS_COLUMN: Column<ListedLink> = {
  name: 'Address',
  grow: 2,
  show: ({ url }) => <OutsideLink address={url}>{url}</OutsideLink>,
}
const CHANGED_COLUMN: Column<ListedLink> = { name: 'Changed', grow: 0.6, show: ({ lastmod }) => lastmod }

/** Returns the columns that contain any values. */
const columnsOf = (links: readonly ListedLink[]) => [
  ...(links.some(({ text }) => text) ? [TEXT_COLUMN] : []),
  ADDRESS_COLUMN,
  ...(links.some(({ lastmod }) => lastmod) ? [CHANGED_COLUMN] : []),
]

const csvOf = (links: readonly ListedLink[]) =>
  csvText([
    ['url', 'text', 'lastmod'],
    ...links.map(({ url, text, lastmod }) => [url, text ?? '', lastmod ?? '']),
  ])

const idOf = ({ url }: ListedLink) => url

const hasWords = ({ url, text }: ListedLink, words: string[]) => {
  const linkText = searchText(`${url} ${text ?? ''}`)
  return words.every(word => linkText.includes(word))
}

/**
 * A searchable table of links. The selected links, or all shown ones if none is selected, can become the items of a batch
 * or be collected.
 */
export function LinksTable({
  account,
  links,
  origin,
  children,
}: {
  account: string
  /** The page that the links can be read from again. */
  origin?: LinksOrigin | undefined
  links: readonly ListedLink[]
  /** The controls that choose the listed links. */
  children?: ReactNode
}) {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const words = searchText(search).split(/\s+/).filter(Boolean)
  const matchingLinks = links.filter(link => hasWords(link, words))
  const selection = useSelection(matchingLinks.map(idOf))
  const chosenUrls = selection.ids.length ? selection.ids : matchingLinks.map(idOf)
  const createBatch = () => {
    batchAddresses(account, chosenUrls)
    void navigate('/batches/new')
  }
  const collect = () => {
    const isUnfiltered = origin && !selection.ids.length && !words.length
    const target = isUnfiltered
      ? { type: 'batch' as const, input: { target: {}, items_from: { links: origin } } }
      : { type: 'parser' as const, input: { urls: chosenUrls } }
    void navigate(startCollecting(account, { target }))
  }
  const save = () => saveFile(new Blob([csvOf(matchingLinks)], { type: 'text/csv' }), 'links.csv')
  return (
    <div className={classes.column}>
      <div className={classes.toolbar}>
        <Group gap={8}>
          {children}
          <SearchField label="Search links" value={search} onSeek={setSearch} />
          <Text size="xs" c="dimmed" role="status" aria-label="Links shown">
            {selection.ids.length
              ? `${counted(selection.ids.length, 'link')} selected`
              : counted(matchingLinks.length, 'link')}
          </Text>
        </Group>
        <Group gap={8}>
          {matchingLinks.length > 0 && (
            <Button size="compact-sm" variant="default" onClick={save}>
              Save as CSV
            </Button>
          )}
          <ExplainedButton
            size="compact-sm"
            variant="default"
            reason={chosenUrls.length ? null : 'There are no links to collect.'}
            onClick={collect}
          >
            Collect this
          </ExplainedButton>
          <ExplainedButton
            size="compact-sm"
            reason={chosenUrls.length ? null : 'There are no links to batch.'}
            onClick={createBatch}
          >
            {chosenUrls.length ? `New batch of ${counted(chosenUrls.length, 'link')}` : 'New batch'}
          </ExplainedButton>
        </Group>
      </div>
      <div className={classes.table}>
        {matchingLinks.length ? (
          <DataTable
            label="Links"
            rows={matchingLinks}
            idOf={idOf}
            columns={columnsOf(links)}
            selection={selection}
            fill
          />
        ) : (
          <EmptyState>{search ? 'No link has these words.' : 'There are no links here.'}</EmptyState>
        )}
      </div>
    </div>
  )
}
