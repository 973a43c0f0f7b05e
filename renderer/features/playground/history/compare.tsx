import { Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { loadCode } from '../../../lib/load-code.ts'
import { operationName } from '../../../ui/operation-name.ts'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { stateOf } from '../answer-facts.tsx'
import { type HistoryEntry, labelOf } from './entry.ts'

const JsonDiff = lazy(async () => ({
  default: (await loadCode(() => import('../../../ui/code/json-diff.tsx'))).JsonDiff,
}))

/** Comparing larger answers takes too long. */
const MAX_BYTES = 2_000_000

/** Says why an answer cannot be compared; null if it can. */
export const incomparableReason = ({ body }: HistoryEntry): string | null => {
  if (!body?.size) return 'This answer was not kept, so it cannot be compared.'
  return body.size > MAX_BYTES ? 'Answers of more than 2 MB cannot be compared.' : null
}

/** Returns JSON with a line for each value, and other text unchanged. */
async function comparableText({ body }: HistoryEntry): Promise<string> {
  const text = await body!.text()
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Shows the differences between two answers, the earlier one first. */
export function Compare({
  entries,
  onClose,
}: {
  entries: readonly [HistoryEntry, HistoryEntry]
  onClose: () => void
}) {
  const [before, after] = entries.toSorted((a, b) => a.at.localeCompare(b.at)) as [HistoryEntry, HistoryEntry]
  const { data: texts } = useQuery({
    queryKey: ['compare', before.id, after.id],
    queryFn: () => Promise.all([comparableText(before), comparableText(after)]),
    gcTime: 0,
  })
  return (
    <Drawer opened onClose={onClose} title="Compare answers" size="xl" position="right">
      <Stack gap={12}>
        <Side name="Before" entry={before} />
        <Side name="After" entry={after} />
        <Suspense fallback={<RowsSkeleton />}>
          {texts && texts[0] === texts[1] && <Text>The two answers are the same.</Text>}
          {texts && texts[0] !== texts[1] && <JsonDiff before={texts[0]} after={texts[1]} />}
        </Suspense>
      </Stack>
    </Drawer>
  )
}

const Side = ({ name, entry }: { name: string; entry: HistoryEntry }) => (
  <Group gap={8} wrap="nowrap">
    <Text size="sm" fw={600} w={56}>
      {name}
    </Text>
    <StateDot state={stateOf(entry)}>{String(entry.status)}</StateDot>
    <Text size="sm" truncate flex={1}>
      {operationName(entry.operation)} {labelOf(entry)}
    </Text>
    <Time at={entry.at} />
  </Group>
)
