import { Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { batchAddresses } from '../../lib/batch-draft.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { counted } from '../../ui/counted.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { useSelection } from '../../ui/lists/selection.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { OutsideLink } from '../../ui/lists/value-cell.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import classes from './read.module.css'
import type { PageText, Reading, Wanted } from './reading.ts'

type PageLink = PageText['links'][number]

const COLUMNS: Column<PageLink>[] = [
  { name: 'Text', grow: 1, show: ({ text }) => <span title={text}>{text}</span> },
  { name: 'Address', grow: 2, show: ({ url }) => <OutsideLink address={url}>{url}</OutsideLink> },
]

const idOf = ({ url }: PageLink) => url

const hasWords = ({ url, text }: PageLink, words: string[]) => {
  const all = `${url} ${text}`.toLowerCase()
  return words.every(word => all.includes(word))
}

/** The links of the page; those that are chosen, or all that are shown, become the items of a batch. */
export function LinksView({
  account,
  reading: { wanted },
  links,
  onWant,
}: {
  account: string
  reading: Reading
  links: PageLink[]
  onWant: (wanted: Wanted) => void
}) {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = links.filter(link => hasWords(link, words))
  const selection = useSelection(shown.map(idOf))
  const chosen = selection.ids.length ? selection.ids : shown.map(idOf)
  const batch = () => {
    batchAddresses(account, chosen)
    void navigate('/batches/new')
  }
  return (
    <div className={classes.column}>
      <div className={classes.toolbar}>
        <Group gap={8}>
          <SegmentedControl
            size="xs"
            aria-label="Links to list"
            value={wanted.links === 'all' ? 'all' : 'main'}
            onChange={value => onWant({ ...wanted, links: value as 'main' | 'all' })}
            data={[
              { value: 'main', label: 'Main text' },
              { value: 'all', label: 'Whole page' },
            ]}
          />
          <SearchField label="Search links" value={search} onSeek={setSearch} />
          <Text size="xs" c="dimmed" role="status">
            {selection.ids.length
              ? `${counted(selection.ids.length, 'link')} selected`
              : counted(shown.length, 'link')}
          </Text>
        </Group>
        <ExplainedButton
          size="compact-sm"
          reason={chosen.length ? null : 'There are no links to batch.'}
          onClick={batch}
        >
          {chosen.length ? `Batch ${counted(chosen.length, 'link')}` : 'Batch links'}
        </ExplainedButton>
      </div>
      <div className={classes.scroll}>
        {shown.length ? (
          <DataTable label="Links" rows={shown} idOf={idOf} columns={COLUMNS} selection={selection} />
        ) : (
          <EmptyState>{search ? 'No link has these words.' : 'There are no links here.'}</EmptyState>
        )}
      </div>
    </div>
  )
}
