import { Group, Menu } from '@mantine/core'
import { IconCookie, IconPencil, IconPlugConnected } from '@tabler/icons-react'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { type Choice, labelIn } from '../../ui/form/choices.ts'
import { useAnswerChoices } from '../../ui/form/use-choices.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { type StateColour, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Session, useSessionActions } from './api.ts'

/** The actions on a session that open beside the table. */
export type SessionAction = 'edit' | 'import'

const STATES: Record<Session['state'], StateColour> = {
  empty: 'quiet',
  ready: 'good',
  expired: 'bad',
  sealed: 'warn',
}

const timeOr = (at: string | null, fallback: string) => (at ? <Time at={at} /> : fallback)

/** Fits “Cannot be opened here” on one line. */
const STATE_PX = 180

const columnsOf = (states: readonly Choice[] | null): Column<Session>[] => [
  { name: 'Name', grow: 2, show: ({ name }) => name },
  {
    name: 'State',
    grow: 1.5,
    least: STATE_PX,
    show: ({ state, window }) =>
      window === 'open' ? (
        <StateDot state="busy">Window open</StateDot>
      ) : (
        states && <StateDot state={STATES[state]}>{labelIn(states, state)}</StateDot>
      ),
  },
  { name: 'Hosts', grow: 2, show: ({ hosts }) => <span title={hosts.join(', ')}>{hosts.join(', ')}</span> },
  { name: 'Last used', show: ({ last_used_at }) => timeOr(last_used_at, 'never') },
  { name: 'Expires', show: ({ cookies_until }) => timeOr(cookies_until, 'not known') },
]

/** A table of sessions, newest first, with their states. */
export function SessionsTable({
  sessions,
  onEnd,
  onAction,
}: {
  sessions: readonly Session[]
  onEnd: () => void
  onAction: (action: SessionAction, session: Session) => void
}) {
  const { remove, test } = useSessionActions()
  return (
    <DataTable
      label="Sessions"
      rows={sessions}
      idOf={({ id }) => id}
      columns={columnsOf(useAnswerChoices('session-get', 'state'))}
      onEnd={onEnd}
      actionsPx={152}
      actions={session => (
        <Group gap={8} wrap="nowrap">
          <LogIn session={session} onImport={() => onAction('import', session)} />
          <RowMenu
            name={`the session ${session.name}`}
            loading={[remove, test].some(
              ({ isPending, variables }) => isPending && variables.id === session.id,
            )}
            onDelete={() => remove.mutate(session, { onError: notifyError })}
          >
            <Menu.Item
              leftSection={<IconCookie size={14} aria-hidden />}
              onClick={() => onAction('import', session)}
            >
              Import cookies
            </Menu.Item>
            <TestItem session={session} onTest={() => test.mutate(session)} />
            <Menu.Item
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => onAction('edit', session)}
            >
              Edit
            </Menu.Item>
          </RowMenu>
        </Group>
      )}
    />
  )
}

/** A button that logs in: in a browser window if the service can open one, otherwise with exported cookies. */
function LogIn({ session, onImport }: { session: Session; onImport: () => void }) {
  const { openWindow } = useSessionActions()
  const { name, state, window, login_url } = session
  const opensWindow = window !== null && login_url !== null
  const label = state === 'empty' ? 'Log in' : 'Log in again'
  return (
    <ExplainedButton
      size="compact-sm"
      variant="default"
      reason={window === 'open' ? 'Log in in the open window, then close it.' : null}
      loading={openWindow.isPending}
      aria-label={`${label} to ${name}`}
      onClick={() => (opensWindow ? openWindow.mutate(session) : onImport())}
    >
      {label}
    </ExplainedButton>
  )
}

function TestItem({ session, onTest }: { session: Session; onTest: () => void }) {
  return (
    <Menu.Item
      leftSection={<IconPlugConnected size={14} aria-hidden />}
      onClick={onTest}
      disabled={session.state === 'empty'}
      title={session.state === 'empty' ? 'Log in first.' : undefined}
    >
      Test
    </Menu.Item>
  )
}
