import { useQuery } from '@tanstack/react-query'
import { docsQuery } from '../../lib/operation-docs.ts'
import type { OperationId } from '../../lib/service/client.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { type Choice, choicesOf, fieldAt } from './choices.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * Returns the choices of an input field, such as `state` or `columns[].type`; an empty list until the operations are
 * loaded.
 */
export function useChoices(operation: OperationId, path: string): Choice[] {
  const { data } = useQuery(operationsQuery)
  const input = data?.data.find(({ id }) => id === operation)?.input as JsonSchema | undefined
  return input ? choicesOf(fieldAt(input, path)) : []
}

/** Returns the choices of a field of the answer, such as `state`; null until its schema is loaded. */
export function useAnswerChoices(operation: OperationId, path: string): Choice[] | null {
  const { data, isError } = useQuery(docsQuery(operation))
  if (isError) return []
  return data ? choicesOf(fieldAt(data.output as JsonSchema, path)) : null
}
