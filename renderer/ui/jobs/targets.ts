import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ExampleNames } from '../../lib/example-names.ts'
import { useAccount } from '../../lib/service/account.ts'
import { apisAmong, operationsQuery } from '../../lib/service/machine.ts'
import { recordNamesQuery } from '../../lib/service/record-names.ts'
import { joinedState, namesState, nothingFoundText, THE_NEWEST, withChosen } from '../form/list-choices.ts'

/** The target of a job: a parser or an API. */
export interface Target {
  parser_id?: string | null | undefined
  api_id?: string | null | undefined
}

/** Returns the parsers and prebuilt APIs as choices of a drop-down, and what it says if none of them matches. */
export function useTargetChoices({ parser_id, api_id }: Target) {
  const parsers = useQuery(recordNamesQuery('parser', useAccount()))
  const operations = useQuery(operationsQuery)
  const parserChoices = (parsers.data ?? []).map(({ id, name }) => ({
    value: choiceOf({ parser_id: id }),
    label: name,
  }))
  const apiChoices = apisAmong(operations.data?.data ?? []).map(({ id }) => ({
    value: choiceOf({ api_id: id }),
    label: id,
  }))
  const names = namesState(parsers)
  return {
    data: [
      {
        group: names.isCut ? `Parsers: ${THE_NEWEST}` : 'Parsers',
        items: withChosen(parserChoices, parser_id && choiceOf({ parser_id }), parser_id),
      },
      { group: 'APIs', items: withChosen(apiChoices, api_id && choiceOf({ api_id }), api_id) },
    ],
    nothingFoundMessage: nothingFoundText(joinedState([names, operations])),
  }
}

/** Returns a function that gives the name of a target. */
export function useTargetName() {
  const names = new Map(
    useQuery(recordNamesQuery('parser', useAccount())).data?.map(({ id, name }) => [id, name]),
  )
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
