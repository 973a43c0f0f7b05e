import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { parserNamesQuery } from '../../lib/parser-names.ts'

/** What jobs run, as one of two fields names it. */
export interface Target {
  parser_id?: string | null | undefined
  api_id?: string | null | undefined
}

const PREBUILT = 'prebuilt'

/** Parsers by name and prebuilt APIs, as a list to choose from. */
export function useTargetChoices() {
  const parsers = useQuery(parserNamesQuery(useAccount()))
  const operations = useQuery(operationsQuery)
  const apis = operations.data?.data.filter(({ group, files }) => group === PREBUILT && !files.length) ?? []
  return [
    { group: 'Parsers', items: (parsers.data ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    { group: 'APIs', items: apis.map(({ id }) => ({ value: id, label: id })) },
  ]
}

/** Tells what a target is called. */
export function useTargetName() {
  const names = new Map(useQuery(parserNamesQuery(useAccount())).data?.map(({ id, name }) => [id, name]))
  return ({ parser_id, api_id }: Target) => api_id ?? names.get(parser_id ?? '') ?? parser_id ?? ''
}

/** The field that names a chosen target. */
export const targetOf = (chosen: string): { parser_id: string } | { api_id: string } =>
  chosen.startsWith('par_') ? { parser_id: chosen } : { api_id: chosen }
