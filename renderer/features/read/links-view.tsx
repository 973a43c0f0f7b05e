import { SegmentedControl } from '@mantine/core'
import { LinksTable } from './links-table.tsx'
import type { PageText, TextReading, TextWanted } from './page-text.ts'

/** The links of the main text, or of the whole page. */
export const LinksView = ({
  account,
  reading: { wanted },
  links,
  onWant,
}: {
  account: string
  reading: TextReading
  links: PageText['links']
  onWant: (wanted: TextWanted) => void
}) => (
  <LinksTable account={account} links={links}>
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
  </LinksTable>
)
