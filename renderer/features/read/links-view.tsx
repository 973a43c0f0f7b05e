import { SegmentedControl } from '@mantine/core'
import { type LinksOrigin, LinksTable } from './links-table.tsx'
import type { PageText, PageTextOptions, TextReading } from './page-text.ts'

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
  onWant: (wanted: PageTextOptions) => void
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

const originOf = (url: string, { links, fetch }: PageTextOptions): LinksOrigin => ({
  url,
  content: links === 'all' ? 'all' : 'main',
  ...(fetch && { fetch }),
})
