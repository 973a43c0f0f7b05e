import { z } from 'zod'
import { idField, pageShape, shortListFields } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found, IF_MATCH, replacedBy } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS, shownOfList, WRITES } from '../tool-hints.ts'
import { allMarks, maskedVersions } from '../versions.ts'
import { exampleDocument, exampleWorkflow, SHOWN_FIELDS, workflowRecord, workflowVersion } from './body.ts'
import { documentOf, type OwnWorkflow, type WorkflowRecords } from './records.ts'
import { allMarksOf, masked, withMarks } from './secrets.ts'

/** Operations that list the versions of a workflow and restore one. */
export function workflowVersionOperations({ store }: Services, own: OwnWorkflow, kept: WorkflowRecords) {
  const id = { id: idField('workflow') }

  const versions = defineOperation({
    id: 'workflow-versions',
    group: 'workflows',
    summary: 'List the versions of a workflow, newest first.',
    method: 'GET',
    path: '/v1/workflows/{id}/versions',
    access: 'read',
    input: z.strictObject({ ...id, ...shortListFields }),
    output: pageShape(workflowVersion),
    example: {
      input: { id: exampleWorkflow.id },
      output: {
        data: [{ ...exampleDocument, version: 1, created_at: exampleWorkflow.created_at }],
        has_more: false,
        next_cursor: null,
      },
    },
    answer: 'value',
    faces: {
      tool: {
        name: 'workflow_versions',
        group: 'workflows',
        hints: READS,
        shows: shownOfList(['version', 'name', 'created_at']),
      },
    },
    own,
    run: input => maskedVersions(store.workflows, input, { marksOf: allMarksOf, masked }),
  })

  const restoreVersion = defineOperation({
    id: 'workflow-version-restore',
    group: 'workflows',
    summary: 'Restore an earlier version as the newest one.',
    description: `It is checked like any change: what it names may no longer exist. ${IF_MATCH}`,
    checksVersion: true,
    method: 'POST',
    path: '/v1/workflows/{id}/versions/{version}/restore',
    access: 'manage',
    input: z.strictObject({
      ...id,
      version: z.int().min(1).describe('The version to restore.').meta({ title: 'Version' }),
    }),
    output: workflowRecord,
    example: { input: { id: exampleWorkflow.id, version: 1 }, output: exampleWorkflow },
    answer: 'value',
    versioned: true,
    faces: {
      tool: {
        name: 'workflow_version_restore',
        group: 'workflows',
        hints: WRITES,
        summary: 'Restore an earlier version of a workflow as its newest one.',
        shows: SHOWN_FIELDS,
      },
    },
    own,
    async run(input, context) {
      const earlier = found(await store.workflows.at(accountOf(context), input.id, input.version), 'version')
      const document = withMarks(
        documentOf(earlier),
        await allMarks(store.workflows.everyVersion(input.id), allMarksOf),
      )
      const replaced = await kept.replace(accountOf(context), input.id, document, context.ifMatch)
      return replacedBy(replaced, 'workflow')
    },
  })
  return [versions, restoreVersion] as const
}
