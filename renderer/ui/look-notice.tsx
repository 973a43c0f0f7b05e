import { Anchor, Text } from '@mantine/core'
import { counted } from './counted.ts'
import type { LookStatus } from './page-look.ts'

const STYLE_PARTS = 'style sheets, pictures and fonts'

/** Says which style sheets, pictures and fonts a shown page lacks, and offers to fetch them. */
export function LookNotice({ about, onFetch }: { about: LookStatus; onFetch?: (() => void) | undefined }) {
  const { look, isFetching, missing } = about
  if (look === 'plain' || (!isFetching && missing === 0)) return null
  return (
    <Text size="xs" c="dimmed" px={12} py={4} role="status">
      {isFetching ? `Fetching ${STYLE_PARTS}…` : missingText(missing, look)}{' '}
      {!isFetching && look === 'kept' && onFetch && (
        <Anchor component="button" type="button" size="xs" onClick={onFetch}>
          Fetch them
        </Anchor>
      )}
    </Text>
  )
}

function missingText(missing: number, look: LookStatus['look']): string {
  const missingParts = counted(missing, 'style sheet, picture or font', STYLE_PARTS)
  const isOne = missing === 1
  if (look === 'kept') return `${missingParts} ${isOne ? 'is' : 'are'} not on this machine.`
  return `${missingParts} could not be fetched.`
}
