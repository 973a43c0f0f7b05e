import { useQueries, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ExampleNames } from '../../lib/example-names.ts'
import { useAccount } from '../../lib/service/account.ts'
import { apisAmong, operationsQuery } from '../../lib/service/machine.ts'
import { MAX_NAMES, recordNameQuery, recordNamesQuery } from '../../lib/service/record-names.ts'
import { joinedState, nothingFoundText, withChosen } from '../form/list-choices.ts'
import { choicesFrom, useNameSearch } from '../form/use-name-search.ts'

/** How many parsers that are not among the newest are looked up for their names. */
const MAX_LOOKUPS = 50

/** The target of a job: a parser or an API. */
export interface Target {
  parser_id?: string | null | undefined
  api_id?: string | null | undefined
}

/** Returns the props of a drop-down that offers the parsers and prebuilt APIs. */
export function useTargetChoices({ parser_id, api_id }: Target) {
  const parsers = useNameSearch('parser', parser_id)
  const operations = useQuery(operationsQuery)
  const parserChoices = choicesFrom(parsers).map(choice => ({
    ...choice,
    value: choiceOf({ parser_id: choice.value }),
  }))
  const apiChoices = apisAmong(operations.data?.data ?? []).map(({ id }) => ({
    value: choiceOf({ api_id: id }),
    label: id,
  }))
  return {
    data: [
      {
        group: parsers.heading ?? 'Parsers',
        items: withChosen(parserChoices, parser_id && choiceOf({ parser_id }), parser_id),
      },
      { group: 'APIs', items: withChosen(apiChoices, api_id && choiceOf({ api_id }), api_id) },
    ],
    nothingFoundMessage: nothingFoundText(joinedState([parsers.state, operations])),
    onSeek: parsers.onSeek,
  }
}

/** Returns a function that gives the name of a target. Its parser has to be one of the newest, or among those `shown`. */
export function useTargetName(shown: readonly Target[] = []) {
  const account = useAccount()
  const newest = useQuery(recordNamesQuery('parser', account)).data ?? []
  const newestIds = new Set(newest.map(({ id }) => id))
  const shownIds = new Set(shown.flatMap(({ parser_id }) => parser_id ?? []))
  const isCut = newest.length >= MAX_NAMES
  const olderIds = isCut ? [...shownIds].filter(id => !newestIds.has(id)).slice(0, MAX_LOOKUPS) : []
  const older = useQueries({
    queries: olderIds.map(id => recordNameQuery('parser', account, id)),
    combine: answers => answers.flatMap(({ data }) => data ?? []),
  })
  const names = new Map([...newest, ...older].map(({ id, name }) => [id, name]))
  const exampleNames = use(ExampleNames)
  return ({ parser_id, api_id }: Target) => {
    const id = parser_id ?? ''
    return api_id ?? names.get(id) ?? exampleNames?.get(id) ?? id
  }
}

/** Encodes a target as the value of a choice; empty if there is none. */
export const choiceOf = ({ parser_id, api_id }: Target): string =>
  parser_id ? `parser_id ${parser_id}` : api_id ? `api_id ${api_id}` : ''

/** Decodes the target of a choice. */
export function targetOf(choice: string): { parser_id?: string; api_id?: string } {
  const [field, id] = choice.split(' ') as [string, string]
  return { [field]: id }
}
