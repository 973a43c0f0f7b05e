import { Menu, Text } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { stateLabel } from '../../../../server/base/fields/state-labels.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { RowMenu } from '../../../ui/actions/row-menu.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { RowLink } from '../../../ui/lists/links.tsx'
import type { Column } from '../../../ui/lists/table-options.ts'
import { numberText } from '../../../ui/number-text.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { type StateColour, StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Parser, useParserActions } from '../api.ts'
import { loadDraft } from '../draft.ts'
import { percent } from '../percent.ts'

const STATES: Record<Parser['status'], StateColour> = { active: 'good', draft: 'warn', archived: 'quiet' }

/** The columns of numbers are narrow, so that a window of 1,024 px shows all columns. */
const NUMBER_COLUMN_PX = 72

const COLUMNS: Column<Parser>[] = [
  { name: 'Name', grow: 4, show: parser => <NameCell of={parser} /> },
  {
    name: 'State',
    grow: 1.4,
    show: ({ status }) => <StateDot state={STATES[status]}>{stateLabel(status)}</StateDot>,
  },
  { name: 'Version', right: true, show: ({ version }) => `v${version}` },
  { name: 'Calls', right: true, show: ({ stats }) => numberText(stats.runs) },
  { name: 'Success rate', right: true, show: ({ stats }) => percent(stats.success_rate) },
  {
    name: 'Last success',
    grow: 1.6,
    show: ({ stats }) => (stats.last_ok_at ? <Time at={stats.last_ok_at} /> : 'never'),
  },
  { name: 'Changed', grow: 1.6, show: ({ updated_at }) => <Time at={updated_at} /> },
]

function NameCell({ of: { id, name, description } }: { of: Parser }) {
  const hasDraft = loadDraft(useAccount(), id) !== null
  return (
    <>
      {hasDraft && (
        <Text span size="xs" c="var(--winnow-warn)" mr={8}>
          ● unsaved changes
        </Text>
      )}
      <RowLink to={`/parsers/${id}`} name={name} note={description} />
    </>
  )
}

/** Parsers, newest first, with their stats. */
export function ParsersTable({ parsers }: { parsers: readonly Parser[] }) {
  const navigate = useNavigate()
  const { remove } = useParserActions()
  return (
    <>
      {remove.error && <ErrorNotice error={remove.error} onClose={remove.reset} />}
      <DataTable
        label="Parsers"
        columnPx={NUMBER_COLUMN_PX}
        rows={parsers}
        idOf={parser => parser.id}
        columns={COLUMNS}
        onOpen={({ id }) => void navigate(`/parsers/${id}`)}
        actions={parser => (
          <RowMenu
            name={parser.name}
            loading={remove.isPending && remove.variables.id === parser.id}
            onDelete={() => remove.mutate(parser)}
          >
            <Menu.Item
              component={Link}
              to={`/parsers/${parser.id}`}
              leftSection={<IconPencil size={14} aria-hidden />}
            >
              Edit
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={`/parsers/copy-${parser.id}`}
              leftSection={<IconCopy size={14} aria-hidden />}
            >
              Duplicate
            </Menu.Item>
          </RowMenu>
        )}
      />
    </>
  )
}
