import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../lib/service/account.ts'
import { creditsQuery } from '../../../lib/service/machine.ts'
import { Figure } from '../../../ui/figure.tsx'
import { Causes } from '../../../ui/import/causes.tsx'
import { inputText } from '../../../ui/jobs/input-text.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import type { Column } from '../../../ui/lists/table-options.ts'
import { numberText } from '../../../ui/number-text.ts'
import type { Preview } from '../api.ts'

const ACCEPTED_COLUMNS: Column<Preview['items'][number]>[] = [
  { name: 'Item', right: true, grow: 0.5, show: ({ index }) => numberText(index + 1) },
  { name: 'Name', grow: 1.2, show: ({ custom_id }) => custom_id },
  {
    name: 'Input',
    grow: 4,
    show: ({ input }) => (
      <span className="mono" title={JSON.stringify(input)}>
        {inputText(input)}
      </span>
    ),
  },
]

const firstNote = (shown: number, all: number) =>
  all > shown ? ` (first ${shown} of ${numberText(all)})` : ''

/** Shows what would run, what would not and why, and the cost. Nothing has been spent yet. */
export function BatchPreview({ preview }: { preview: Preview }) {
  const { accepted, skipped, rejected_total, causes, items } = preview
  return (
    <Stack gap={24}>
      <Group gap={40} align="flex-start">
        <Figure name="Will run">
          {accepted ? numberText(accepted) : <span style={{ color: 'var(--winnow-bad)' }}>none</span>}
        </Figure>
        <Figure name="Left out" note={rejected_total ? 'reasons below' : null}>
          {numberText(rejected_total)}
        </Figure>
        {skipped > 0 && <Figure name="Duplicates">{numberText(skipped)}</Figure>}
        <Price preview={preview} />
      </Group>
      {rejected_total > 0 && <Causes title="Left out" what="Items" causes={causes} />}
      {accepted > 0 && (
        <Stack gap={8}>
          <Title order={2}>{`Will run${firstNote(items.length, accepted)}`}</Title>
          <DataTable label="Will run" rows={items} idOf={rowId} columns={ACCEPTED_COLUMNS} />
        </Stack>
      )}
    </Stack>
  )
}

const rowId = ({ index }: { index: number }) => String(index)

function Price({ preview: { credits } }: { preview: Preview }) {
  const balance = useQuery(creditsQuery(useAccount())).data
  const isTooExpensive = balance && credits > balance.available
  return (
    <Figure
      name="Credits if all succeed"
      note={
        balance && (
          <Text span size="xs" c={isTooExpensive ? 'var(--winnow-bad)' : 'dimmed'}>
            {`${numberText(balance.available)} available${isTooExpensive ? ': not enough' : ''}`}
          </Text>
        )
      }
    >
      {numberText(credits)}
    </Figure>
  )
}
