import { Anchor, Text } from '@mantine/core'
import { counted } from './counted.ts'
import type { AboutLook } from './page-look.ts'

const BOTH = 'style sheets, pictures and fonts'

/** Says which style sheets, pictures and fonts a shown page lacks, and offers to fetch them. */
export function LookNotice({ about, onFetch }: { about: AboutLook; onFetch?: (() => void) | undefined }) {
  const { look, isFetching, missing } = about
  if (look === 'plain' || (!isFetching && missing === 0)) return null
  return (
    <Text size="xs" c="dimmed" px={12} py={4} role="status">
      {isFetching ? `Fetching ${BOTH}…` : saidOf(missing, look)}{' '}
      {!isFetching && look === 'kept' && onFetch && (
        <Anchor component="button" type="button" size="xs" onClick={onFetch}>
          Fetch them
        </Anchor>
      )}
    </Text>
  )
}

function saidOf(missing: number, look: AboutLook['look']): string {
  const some = counted(missing, 'style sheet, picture or font', BOTH)
  const isOne = missing === 1
  if (look === 'kept') return `${some} ${isOne ? 'is' : 'are'} not on this machine.`
  return `${some} could not be fetched.`
}
