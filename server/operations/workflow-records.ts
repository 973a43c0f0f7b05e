import type { Caller } from '../accounts/caller.ts'
import { newId } from '../ids.ts'
import type { WorkflowDocument, WorkflowRecord } from '../store/workflows.ts'
import { checkGraph, invalidGraph } from '../workflows/check/check-graph.ts'
import type { Tried } from '../workflows/check/check-samples.ts'
import type { NodeOperations } from '../workflows/node-type.ts'
import { refuseWhereNamed } from './dependants.ts'
import type { ResourceStore } from './resource.ts'
import type { Services } from './services.ts'

type Account = Caller['account']['id']

/** Finds the workflow that an input names. */
export type OwnWorkflow = (input: { id: string }, caller: Pick<Caller, 'account'>) => Promise<WorkflowRecord>

/** Checks workflows of an account against all that there is. */
export type WorkflowCheck = (accountId: Account, document: WorkflowDocument, id?: string) => Promise<Tried>

/** Gives the check of workflows. */
export function createWorkflowCheck(
  { store, expressions }: Services,
  operations: NodeOperations,
): WorkflowCheck {
  const stores: Record<string, { find(accountId: string, id: string): Promise<unknown> }> = {
    parser: store.parsers,
    database: store.databases,
    webhook: store.webhooks,
    workflow: store.workflows,
  }
  return (accountId, document, id) => {
    const has = async (noun: string, named: string) =>
      noun in stores && (await stores[noun]!.find(accountId, named)) !== null
    const workflow = (named: string) => store.workflows.find(accountId, named)
    return checkGraph(document, { operations, expressions, has, workflow }, id)
  }
}

/** Workflows as records; all but a draft must be free of faults. */
export function workflowRecords({ store, now }: Services, check: WorkflowCheck) {
  const { workflows } = store

  async function refuseFaults(accountId: string, document: WorkflowDocument, id?: string): Promise<void> {
    if (document.state === 'draft') return
    const { faults } = await check(accountId, document, id)
    if (faults.length) throw invalidGraph(faults)
  }

  return {
    list: workflows.list,
    find: workflows.find,
    async create(accountId, body, write) {
      await refuseFaults(accountId, body)
      const made = workflows.create(accountId, newId('wf', now()), body, now())
      write(made.write)
      return made.record
    },
    async replace(accountId, id, body, expected) {
      await refuseFaults(accountId, body, id)
      return workflows.replace(accountId, id, body, now(), expected)
    },
    async remove(accountId, id, expected) {
      await refuseWhereNamed(store, accountId, 'workflow', id)
      return workflows.remove(accountId, id, now(), expected)
    },
    restore: (accountId, id) => workflows.restore(accountId, id, now()),
  } satisfies ResourceStore<WorkflowDocument, WorkflowRecord>
}

export type WorkflowRecords = ReturnType<typeof workflowRecords>

/** What the owner wrote, without what the store adds. */
export const documentOf = ({
  id: _id,
  version: _version,
  created_at: _made,
  updated_at: _changed,
  ...document
}: WorkflowRecord): WorkflowDocument => document
