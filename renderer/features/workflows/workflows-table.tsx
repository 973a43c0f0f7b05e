import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { stateLabel } from '../../../server/base/fields/state-labels.ts'
import { saveFile } from '../../lib/save-file.ts'
import { call } from '../../lib/service/client.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { RowLink } from '../../ui/lists/links.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { type StateColour, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { useWorkflowActions, type Workflow } from './api.ts'

const STATES: Record<Workflow['state'], StateColour> = { draft: 'warn', active: 'good', archived: 'quiet' }

const COLUMNS: Column<Workflow>[] = [
  {
    name: 'Name',
    grow: 3,
    show: ({ id, name, description }) => <RowLink to={`/workflows/${id}`} name={name} note={description} />,
  },
  { name: 'State', show: ({ state }) => <StateDot state={STATES[state]}>{stateLabel(state)}</StateDot> },
  { name: 'Nodes', right: true, show: ({ nodes }) => nodes.length },
  { name: 'Version', right: true, show: ({ version }) => `v${version}` },
  { name: 'Changed', grow: 1.2, show: ({ updated_at }) => <Time at={updated_at} /> },
]

/** A table of workflows, newest first. */
export function WorkflowsTable({ workflows, onEnd }: { workflows: readonly Workflow[]; onEnd: () => void }) {
  const navigate = useNavigate()
  return (
    <DataTable
      label="Workflows"
      rows={workflows}
      idOf={({ id }) => id}
      columns={COLUMNS}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate(`/workflows/${id}`)}
      actions={workflow => <WorkflowActions workflow={workflow} />}
    />
  )
}

function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const { remove } = useWorkflowActions()
  const exportFile = async () => {
    const file = await call('workflow-export', { id: workflow.id })
    saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${workflow.name}.json`)
  }
  return (
    <RowMenu
      name={workflow.name}
      loading={remove.isPending}
      onDelete={() => remove.mutate(workflow, { onError: notifyError })}
    >
      <Menu.Item
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => void exportFile().catch(notifyError)}
      >
        Export
      </Menu.Item>
    </RowMenu>
  )
}
