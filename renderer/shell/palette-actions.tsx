import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAccount } from '../lib/account.ts'
import { call } from '../lib/client.ts'
import { keysQuery, operationsQuery } from '../lib/machine.ts'
import { PLACES } from '../routes.tsx'

const has = (path: string) => PLACES.some(place => place.path === path)

/** The actions of the palette; lists are added as they load. */
export function usePaletteActions(onKeys: () => void): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const go = (path: string) => () => void navigate(path)
  const groups: [string, SpotlightActionData[]][] = [
    [
      'Pages',
      PLACES.map(({ path, title, icon: Icon }) => ({
        id: path,
        label: title,
        onClick: go(path),
        leftSection: <Icon size={18} aria-hidden />,
      })),
    ],
    ['Operations', useOperations(go)],
    ['Parsers', useParsers(go)],
    ['Crons', useCrons(go)],
    ['Keys', useKeyNames(go)],
    ['Theme and help', useLooks(onKeys)],
  ]
  return groups.filter(([, actions]) => actions.length).map(([group, actions]) => ({ group, actions }))
}

type Go = (path: string) => () => void

function useOperations(go: Go): SpotlightActionData[] {
  const shown = has('/playground')
  const { data } = useQuery({ ...operationsQuery, enabled: shown })
  return (data?.data ?? []).map(({ id, summary }) => ({
    id: `operation ${id}`,
    label: id,
    description: summary,
    onClick: go(`/playground/${id}`),
  }))
}

function useParsers(go: Go): SpotlightActionData[] {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ['parsers', account, 'names'],
    queryFn: () => call('parser-list', { limit: 100 }),
    enabled: has('/parsers'),
  })
  return (data?.data ?? []).map(({ id, name }) => ({ id, label: name, onClick: go(`/parsers/${id}`) }))
}

function useCrons(go: Go): SpotlightActionData[] {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ['crons', account, 'names'],
    queryFn: () => call('cron-list', { limit: 100 }),
    enabled: has('/crons'),
  })
  return (data?.data ?? []).map(({ id, name, reading }) => ({
    id,
    label: name,
    description: reading,
    onClick: go(`/crons/${id}`),
  }))
}

function useKeyNames(go: Go): SpotlightActionData[] {
  const account = useAccount()
  const { data } = useQuery(keysQuery(account))
  return (data?.data ?? [])
    .filter(({ active }) => active)
    .map(({ id, name, prefix, last4 }) => ({
      id,
      label: name,
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
