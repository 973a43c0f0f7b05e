import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { newFormOf } from '../lib/new-form.ts'
import { playgroundPath } from '../lib/playground-path.ts'
import { useAccount } from '../lib/service/account.ts'
import { call } from '../lib/service/client.ts'
import { keysQuery, operationsQuery } from '../lib/service/machine.ts'
import { type RecordKind, type RecordName, recordNamesQuery } from '../lib/service/record-names.ts'
import { NAV_PAGES } from '../routes.tsx'
import { notifyError } from '../ui/actions/notify-error.ts'
import { joinedState, type ListState, namesState } from '../ui/form/list-choices.ts'
import { operationName } from '../ui/operation-name.ts'

type NavigateTo = (path: string) => () => void

/** Kinds of records that the palette opens, but for keys. */
const FOUND_KINDS = ['parser', 'database', 'cron', 'workflow', 'batch', 'webhook'] as const

/** The actions of the palette; lists are added as they load. */
export function usePaletteActions(onKeys: () => void): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const go: NavigateTo = path => () => void navigate(path)
  const groups: [string, SpotlightActionData[]][] = [
    ['Pages', pageActions(go)],
    ['New', newRecordActions(go)],
    ['Parsers', useRecords('parser', 'parsers', go)],
    ['Databases', useRecords('database', 'databases', go)],
    ['Crons', useCrons(go)],
    ['Workflows', useRecords('workflow', 'workflows', go)],
    ['Batches', useRecords('batch', 'batches', go)],
    ['Webhooks', useRecords('webhook', 'webhooks', go)],
    ['Keys', useKeyNames(go)],
    ['Theme and help', useThemeActions(onKeys)],
    ['Operations', useOperations(go)],
  ]
  return groups.filter(([, actions]) => actions.length).map(([group, actions]) => ({ group, actions }))
}

/** Whether lists that the palette searches are still loaded, or could not be. */
export function usePaletteState(): ListState {
  const account = useAccount()
  const names = useQueries({
    queries: FOUND_KINDS.map(kind => recordNamesQuery(kind, account)),
    combine: lists => joinedState(lists.map(namesState)),
  })
  const others = useQueries({ queries: [keysQuery(account), operationsQuery], combine: joinedState })
  return joinedState([names, others])
}

const pageActions = (go: NavigateTo): SpotlightActionData[] =>
  NAV_PAGES.map(({ path, title, icon: Icon }) => ({
    id: path,
    label: title,
    onClick: go(path),
    leftSection: <Icon size={18} aria-hidden />,
  }))

const NEW_RECORD_PATHS: Record<string, string> = {
  parser: '/parsers/new',
  job: playgroundPath('job-create'),
  batch: '/batches/new',
  database: '/databases/new',
  cron: '/crons/new',
  workflow: '/workflows/new',
  session: newFormOf('/sessions'),
  key: newFormOf('/keys'),
  webhook: newFormOf('/webhooks'),
}

const newRecordActions = (go: NavigateTo): SpotlightActionData[] =>
  Object.entries(NEW_RECORD_PATHS).map(([noun, path]) => ({
    id: `new ${noun}`,
    label: `New ${noun}`,
    onClick: go(path),
  }))

const openAction = (
  noun: string,
  path: string,
  { id, name }: RecordName,
  go: NavigateTo,
): SpotlightActionData => ({
  id,
  label: `Open ${noun} ${name}`,
  keywords: id,
  onClick: go(`/${path}/${id}`),
})

function useRecords(kind: RecordKind, path: string, go: NavigateTo): SpotlightActionData[] {
  const { data = [] } = useQuery(recordNamesQuery(kind, useAccount()))
  return data.map(record => openAction(kind, path, record, go))
}

/** Actions that open a cron or run it now. The page of the cron shows how the run ends. */
function useCrons(go: NavigateTo): SpotlightActionData[] {
  const account = useAccount()
  const queries = useQueryClient()
  const { data = [] } = useQuery(recordNamesQuery('cron', account))
  const run = async (id: string) => {
    await call('cron-run', { id })
    await queries.invalidateQueries({ queryKey: ['crons', account] })
    go(`/crons/${id}`)()
  }
  return data.flatMap(cron => [
    openAction('cron', 'crons', cron, go),
    {
      id: `run ${cron.id}`,
      label: `Run cron ${cron.name}`,
      keywords: cron.id,
      onClick: () => void run(cron.id).catch(notifyError),
    },
  ])
}

function useOperations(go: NavigateTo): SpotlightActionData[] {
  const { data } = useQuery(operationsQuery)
  return (data?.data ?? []).map(({ id, summary }) => ({
    id: `operation ${id}`,
    label: operationName(id),
    keywords: id,
    description: summary,
    onClick: go(`/playground/${id}`),
  }))
}

function useKeyNames(go: NavigateTo): SpotlightActionData[] {
  const { data } = useQuery(keysQuery(useAccount()))
  return (data?.data ?? [])
    .filter(({ active }) => active)
    .map(({ id, name, prefix, last4 }) => ({
      id,
      label: `Show key ${name}`,
      description: `${prefix}…${last4}`,
      onClick: go('/keys'),
    }))
}

function useThemeActions(onKeys: () => void): SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme()
  return [
    { id: 'light', label: 'Light theme', onClick: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark theme', onClick: () => setColorScheme('dark') },
    { id: 'auto', label: 'System theme', onClick: () => setColorScheme('auto') },
    { id: 'keys', label: 'Keyboard shortcuts', onClick: onKeys },
  ]
}
