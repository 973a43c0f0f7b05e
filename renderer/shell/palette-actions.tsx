import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { newFormOf } from '../lib/new-form.ts'
import { placeOf } from '../lib/playground-place.ts'
import { useAccount } from '../lib/service/account.ts'
import { call } from '../lib/service/client.ts'
import { keysQuery, operationsQuery } from '../lib/service/machine.ts'
import { type RecordKind, type RecordName, recordNamesQuery } from '../lib/service/record-names.ts'
import { PLACES } from '../routes.tsx'
import { notifyError } from '../ui/actions/notify-error.ts'
import { operationName } from '../ui/operation-name.ts'

type Go = (path: string) => () => void

/** The actions of the palette; lists are added as they load. */
export function usePaletteActions(onKeys: () => void): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const go: Go = path => () => void navigate(path)
  const groups: [string, SpotlightActionData[]][] = [
    ['Pages', pages(go)],
    ['New', newRecords(go)],
    ['Parsers', useRecords('parser', 'parsers', go)],
    ['Databases', useRecords('database', 'databases', go)],
    ['Crons', useCrons(go)],
    ['Workflows', useRecords('workflow', 'workflows', go)],
    ['Batches', useRecords('batch', 'batches', go)],
    ['Webhooks', useRecords('webhook', 'webhooks', go)],
    ['Keys', useKeyNames(go)],
    ['Theme and help', useLooks(onKeys)],
    ['Operations', useOperations(go)],
  ]
  return groups.filter(([, actions]) => actions.length).map(([group, actions]) => ({ group, actions }))
}

const pages = (go: Go): SpotlightActionData[] =>
  PLACES.map(({ path, title, icon: Icon }) => ({
    id: path,
    label: title,
    onClick: go(path),
    leftSection: <Icon size={18} aria-hidden />,
  }))

const NEW: Record<string, string> = {
  parser: '/parsers/new',
  job: placeOf('job-create'),
  batch: '/batches/new',
  database: '/databases/new',
  cron: '/crons/new',
  workflow: '/workflows/new',
  session: newFormOf('/sessions'),
  key: newFormOf('/keys'),
  webhook: newFormOf('/webhooks'),
}

const newRecords = (go: Go): SpotlightActionData[] =>
  Object.entries(NEW).map(([noun, path]) => ({ id: `new ${noun}`, label: `New ${noun}`, onClick: go(path) }))

const opened = (noun: string, path: string, { id, name }: RecordName, go: Go): SpotlightActionData => ({
  id,
  label: `Open ${noun} ${name}`,
  keywords: id,
  onClick: go(`/${path}/${id}`),
})

function useRecords(kind: RecordKind, path: string, go: Go): SpotlightActionData[] {
  const { data = [] } = useQuery(recordNamesQuery(kind, useAccount()))
  return data.map(record => opened(kind, path, record, go))
}

/** Actions that open a cron or run it now. The page of the cron shows how the run ends. */
function useCrons(go: Go): SpotlightActionData[] {
  const account = useAccount()
  const queries = useQueryClient()
  const { data = [] } = useQuery(recordNamesQuery('cron', account))
  const run = async (id: string) => {
    await call('cron-run', { id })
    await queries.invalidateQueries({ queryKey: ['crons', account] })
    go(`/crons/${id}`)()
  }
  return data.flatMap(cron => [
    opened('cron', 'crons', cron, go),
    {
      id: `run ${cron.id}`,
      label: `Run cron ${cron.name}`,
      keywords: cron.id,
      onClick: () => void run(cron.id).catch(notifyError),
    },
  ])
}

function useOperations(go: Go): SpotlightActionData[] {
  const { data } = useQuery(operationsQuery)
  return (data?.data ?? []).map(({ id, summary }) => ({
    id: `operation ${id}`,
    label: operationName(id),
    keywords: id,
    description: summary,
    onClick: go(`/playground/${id}`),
  }))
}

function useKeyNames(go: Go): SpotlightActionData[] {
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

function useLooks(onKeys: () => void): SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme()
  return [
    { id: 'light', label: 'Light theme', onClick: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark theme', onClick: () => setColorScheme('dark') },
    { id: 'auto', label: 'System theme', onClick: () => setColorScheme('auto') },
    { id: 'keys', label: 'Keyboard shortcuts', onClick: onKeys },
  ]
}
