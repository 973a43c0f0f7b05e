import { Anchor, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { variablesQuery } from '../../lib/account-variables.ts'
import { useAccount } from '../../lib/service/account.ts'
import { fillVariables, shownValues } from '../../lib/variables.ts'
import { Snippets } from '../../ui/code/snippets.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import type { RequestDraft } from './drafts.ts'
import { methodOf, type Operation, usedVariables } from './operations.ts'
import { snippetsQuery } from './queries.ts'

const DEBOUNCE_MS = 200

/** Replaces the variables of an input by their values, except secret ones. */
function useFilledInput(operation: Operation, input: RequestDraft['input']): RequestDraft['input'] {
  const { data = [] } = useQuery(variablesQuery(useAccount()))
  if (!usedVariables(operation, input).length) return input
  return fillVariables(input, shownValues(data)) as RequestDraft['input']
}

const definedFields = (input: RequestDraft['input']) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** Returns the example values of required fields that are still empty in the form. */
function missingExamples(
  { input: schema }: Operation,
  input: RequestDraft['input'],
  example: RequestDraft['input'],
) {
  const { required = [], oneOf = [] } = schema as JsonSchema
  const alternatives = oneOf.flatMap(branch => branch.required ?? [])
  const needsAlternative = !alternatives.some(name => input[name] !== undefined)
  const isNeeded = (name: string) =>
    required.includes(name) || (needsAlternative && alternatives.includes(name))
  return Object.fromEntries(Object.entries(example).filter(([name]) => isNeeded(name)))
}

/** Replaces files in an input by their names, and a missing file by a sample name. */
const withFileNames = ({ files }: Operation, input: RequestDraft['input']) =>
  Object.fromEntries([
    ...Object.entries(input).filter(([name, value]) => value !== undefined && !files.includes(name)),
    ...files.map(name => [
      name,
      ((input[name] as File[] | undefined) ?? [{ name: 'page.html' }]).map(file => file.name),
    ]),
  ])

/** The call of the form, as code to paste. */
export function CallSnippets({
  operation,
  draft,
  example,
}: {
  operation: Operation
  draft: RequestDraft
  /** The example input of the docs, used for required fields that are still empty. */
  example: RequestDraft['input']
}) {
  const filledInput = useFilledInput(operation, definedFields(draft.input))
  const [request] = useDebouncedValue(
    {
      id: operation.id,
      input: withFileNames(operation, {
        ...missingExamples(operation, draft.input, example),
        ...filledInput,
      }),
      ...(operation.methods.length > 1 && { method: methodOf(operation, draft) as 'GET' | 'POST' }),
    },
    DEBOUNCE_MS,
  )
  const snippets = useQuery(snippetsQuery(request))
  if (snippets.isPending) return <RowsSkeleton rows={3} />
  if (snippets.isError) return <ErrorNotice error={snippets.error} />
  return (
    <div>
      <Snippets snippets={snippets.data.data} />
      {operation.access !== 'public' && (
        <Text size="xs" c="dimmed" mt={8}>
          <code>KEY</code> holds an API key: <code>export KEY=wk_…</code> ·{' '}
          <Anchor component={Link} to="/keys" inherit underline="always">
            Create a key
          </Anchor>
        </Text>
      )}
    </div>
  )
}
