import { SegmentedControl } from '@mantine/core'
import { type LinksOrigin, LinksTable } from './links-table.tsx'
import type { PageText, TextReading, TextWanted } from './page-text.ts'

/** The links of the main text, or of the whole page. */
export const LinksView = ({
  account,
  reading: { url, file, wanted },
  links,
  onWant,
}: {
  account: string
  reading: TextReading
  links: PageText['links']
  onWant: (wanted: TextWanted) => void
}) => (
  <LinksTable account={account} links={links} origin={file ? undefined : originOf(url, wanted)}>
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

const originOf = (url: string, { links, fetch }: TextWanted): LinksOrigin => ({
  url,
  content: links === 'all' ? 'all' : 'main',
  ...(fetch && { fetch }),
})
