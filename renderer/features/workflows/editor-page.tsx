import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { isNotFound } from '../../lib/service/call-error.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { Page } from '../../ui/page/page.tsx'
import { RecordError } from '../../ui/page/record-page.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import { nodeKindsQuery } from '../../ui/runs/use-node-names.ts'
import { workflowQuery } from './api.ts'
import { Editor } from './editor.tsx'
import { graphOf, newGraph } from './graph/edit-graph.ts'

/** The editor of a new or a saved workflow. The id of a new one is `new`. */
export function EditorPage() {
  const { id = 'new' } = useParams()
  const account = useAccount()
  const isNew = id === 'new'
  const kinds = useQuery(nodeKindsQuery)
  const operations = useQuery(operationsQuery)
  const workflow = useQuery({ ...workflowQuery(account, id), enabled: !isNew })
  const start = useMemo(() => (workflow.data ? graphOf(workflow.data) : newGraph()), [workflow.data])
  const failed = [kinds, operations, workflow].find(({ isError, data }) => isError && data === undefined)
  if (failed)
    return (
      <Page title="Workflow" back={{ to: '/workflows', label: 'All workflows' }}>
        <RecordError error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    )
  const schema = operations.data?.data.find(operation => operation.id === 'workflow-create')?.input
  if (!kinds.data || !schema || (!isNew && !workflow.data)) return <PageSkeleton />
  return (
    <Editor
      key={`${account} ${id}`}
      slot={id}
      workflow={workflow.data ?? null}
      isDeleted={isNotFound(workflow.error)}
      start={start}
      kinds={kinds.data}
      schema={schema as JsonSchema}
    />
  )
}
