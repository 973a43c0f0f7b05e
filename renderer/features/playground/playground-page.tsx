import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { inputFromParams, playgroundPath } from '../../lib/playground-path.ts'
import { useAccount } from '../../lib/service/account.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { recordNamesQuery } from '../../lib/service/record-names.ts'
import { joinedState, namesState } from '../../ui/form/list-choices.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Panes } from '../../ui/page/panes.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import { savedRequestsQuery } from '../../ui/saved/saved-requests.ts'
import { VariablesButton } from '../../ui/variables/variables-button.tsx'
import { AnswerPane } from './answer-pane.tsx'
import { replaceDraft } from './drafts.ts'
import { historyQuery } from './history/history.ts'
import { HistoryList } from './history/history-list.tsx'
import { HISTORY_HEAD_PX, historyHeight } from './history/history-rows.tsx'
import { OperationList } from './operation-list.tsx'
import { type Operation, operationGroups, variantsOf } from './operations.ts'
import { RequestPane } from './request-pane.tsx'

/** The playground, which calls any operation. `?input=` fills in the form. */
export function PlaygroundPage() {
  const operations = useQuery(operationsQuery)
  return (
    <Page title="Playground" wide action={<VariablesButton />}>
      {operations.isPending && <PageSkeleton />}
      {operations.isError && (
        <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
      )}
      {operations.data && <Playground operations={operations.data.data} />}
    </Page>
  )
}

/** Moves the input from the address into the form once, and then removes it from the address. */
function useInputInAddress(id: string) {
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    const input = inputFromParams(params)
    if (input) replaceDraft(id, input)
    if (params.has('input')) setParams({}, { replace: true })
  }, [id, params, setParams])
}

const LAST_OPERATION_KEY = 'winnow.playground'

function Playground({ operations }: { operations: readonly Operation[] }) {
  const { operation: id } = useParams()
  const lastOperation = localStorage.getItem(LAST_OPERATION_KEY) ?? ''
  const known = operations.find(operation => operation.id === (id ?? lastOperation))
  if (!id) return <Navigate to={playgroundPath((known ?? operations[0]!).id)} replace />
  return <Workbench operations={operations} id={id} />
}

function Workbench({ operations, id }: { operations: readonly Operation[]; id: string }) {
  const account = useAccount()
  const parsers = useQuery(recordNamesQuery('parser', account))
  const saved = useQuery(savedRequestsQuery(account))
  const operation = operations.find(candidate => candidate.id === id)
  const history = useQuery(historyQuery(account))
  useInputInAddress(id)
  useEffect(() => {
    if (operation) localStorage.setItem(LAST_OPERATION_KEY, operation.id)
  }, [operation])
  const groups = operationGroups(operations, parsers.data ?? [], saved.data ?? [])
  const ways = operation ? variantsOf(operation, operations) : []
  const callPanes = [
    {
      name: 'Operations',
      size: '184px' as const,
      min: '120px' as const,
      content: (
        <OperationList
          groups={groups}
          state={joinedState([namesState(parsers), saved])}
          current={new Set(ways.map(way => way.operation.id))}
        />
      ),
    },
    {
      name: 'Request',
      size: 48,
      min: 20,
      content: operation ? (
        // The same pane for all ways of a call, so that the control that changes the way keeps the focus.
        <RequestPane key={ways[0]!.operation.id} operation={operation} ways={ways} />
      ) : (
        <EmptyState>There is no operation {id}. Choose one from the list.</EmptyState>
      ),
    },
    {
      name: 'Answer',
      size: 52,
      min: 20,
      content: operation && <AnswerPane key={id} operation={operation} />,
    },
  ]
  return (
    <Panes
      name="playground"
      orientation="vertical"
      panes={[
        { name: 'Call', size: 70, min: '160px', content: <Panes name="playground.call" panes={callPanes} /> },
        {
          name: 'History',
          size: 30,
          min: `${HISTORY_HEAD_PX}px`,
          needs: historyHeight(history.data?.length ?? 0),
          content: <HistoryList operations={operations} />,
        },
      ]}
    />
  )
}
