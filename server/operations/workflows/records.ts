import type { Caller } from '../../accounts/caller.ts'
import { newId } from '../../base/ids.ts'
import type { WorkflowDocument, WorkflowRecord } from '../../store/workflows/workflows.ts'
import { checkGraph, invalidGraph } from '../../workflows/check/check-graph.ts'
import { recursionsIn, referencesIn } from '../../workflows/check/check-references.ts'
import type { GraphCheck } from '../../workflows/check/check-samples.ts'
import type { NodeOperations } from '../../workflows/node-type.ts'
import { refuseWhereNeeded } from '../dependants.ts'
import { assertStillThere, isThere, type NamedRecord } from '../named-records.ts'
import type { ResourceStore } from '../resource.ts'
import type { Services } from '../services.ts'
import { createSampleRecords } from './sample-records.ts'
import { masked, unmasked } from './secrets.ts'

type AccountId = Caller['account']['id']

/** Finds the workflow named by an input. */
export type OwnWorkflow = (input: { id: string }, caller: Pick<Caller, 'account'>) => Promise<WorkflowRecord>

/** Checks a workflow against all records of its account. */
export type WorkflowCheck = (
  accountId: AccountId,
  document: WorkflowDocument,
  id?: string,
) => Promise<GraphCheck>

/** Creates the check of workflows. */
export function createWorkflowCheck(
  { store, expressions }: Services,
  operations: NodeOperations,
): WorkflowCheck {
  const recordsOf = createSampleRecords(store)
  return (accountId, document, id) => {
    const has = async (noun: string, named: string) => isThere(store, accountId, noun, named)
    const workflow = (named: string) => store.workflows.read(accountId, named)
    return checkGraph(document, { operations, expressions, has, workflow, ...recordsOf(accountId) }, id)
  }
}

/** Returns the records that a workflow must not lack; a draft may name any. */
export const namedByWorkflow = (document: WorkflowDocument, operations: NodeOperations): NamedRecord[] =>
  document.state === 'draft' ? [] : referencesIn(document, operations)

/** The workflow records, with secret headers masked. Only drafts may have faults. */
export function workflowRecords({ store, now }: Services, check: WorkflowCheck, operations: NodeOperations) {
  const { workflows } = store
  /** Returns a check for the transaction of a write: other calls may have changed what the document names. */
  const recheckOf = (accountId: AccountId, document: WorkflowDocument, id?: string) => () => {
    if (document.state === 'draft') return
    assertStillThere(store, accountId, referencesIn(document, operations))
    const workflow = (named: string) => workflows.read(accountId, named)
    const recursions = id ? recursionsIn(document, { operations, workflow }, id) : []
    if (recursions.length) throw invalidGraph(recursions)
  }

  async function refuseFaults(accountId: string, document: WorkflowDocument, id?: string): Promise<void> {
    if (document.state === 'draft') return
    const { faults } = await check(accountId, document, id)
    if (faults.length) throw invalidGraph(faults)
  }

  /**
   * Returns the document as a draft if it has faults now. Records that a deleted workflow uses may have been deleted after
   * it; as a draft, the restored workflow does not run until it is fixed.
   */
  async function draftIfFaulty(
    accountId: string,
    deleted: WorkflowRecord,
  ): Promise<WorkflowDocument | undefined> {
    if (deleted.state !== 'active') return undefined
    const document = documentOf(deleted)
    const { faults } = await check(accountId, document, deleted.id)
    return faults.length ? { ...document, state: 'draft' } : undefined
  }

  const shownOrNull = (record: WorkflowRecord | null) => record && masked(record)

  return {
    async list(accountId, query) {
      const page = await workflows.list(accountId, query)
      return { ...page, data: page.data.map(record => masked(record)) }
    },
    count: workflows.count,
    find: async (accountId, id) => shownOrNull(await workflows.find(accountId, id)),
    async create(accountId, body, write) {
      const document = unmasked(body)
      await refuseFaults(accountId, document)
      const created = workflows.create(accountId, newId('wf', now()), document, now())
      const recheck = recheckOf(accountId, document)
      write(() => {
        recheck()
        created.write()
      })
      return masked(created.record)
    },
    async replace(accountId, id, body, expected) {
      const before = await workflows.find(accountId, id)
      if (!before) return null
      const document = unmasked(body, before)
      await refuseFaults(accountId, document, id)
      const terms = { expected, check: recheckOf(accountId, document, id) }
      const replaced = await workflows.replace(accountId, id, document, now(), terms)
      return replaced === 'stale' ? replaced : shownOrNull(replaced)
    },
    async remove(accountId, id, expected) {
      const check = await refuseWhereNeeded(store, accountId, { noun: 'workflow', id })
      return workflows.remove(accountId, id, now(), { expected, check })
    },
    async restore(accountId, id) {
      const deleted = await workflows.deleted(accountId, id, now())
      if (!deleted) return null
      const changed = await draftIfFaulty(accountId, deleted)
      const check = deleted.state === 'active' ? recheckOf(accountId, changed ?? deleted, id) : undefined
      return shownOrNull(await workflows.restore(accountId, id, now(), { changed, check }))
    },
  } satisfies ResourceStore<WorkflowDocument, WorkflowRecord>
}

export type WorkflowRecords = ReturnType<typeof workflowRecords>

/** Returns the fields that the owner set, without those that the store adds. */
export const documentOf = ({
  id: _id,
  version: _version,
  created_at: _made,
  updated_at: _changed,
  ...document
}: WorkflowRecord): WorkflowDocument => document
