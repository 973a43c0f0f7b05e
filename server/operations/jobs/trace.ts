import { z } from 'zod'
import type { Job } from '../../store/jobs/rows.ts'
import { idField } from '../fields.ts'
import { accountOf, type Context, defineOperation, ownerOf } from '../operation.ts'
import { unpackPage } from '../page-codec.ts'
import { exampleTrace } from '../parsers/examples.ts'
import { nullReason } from '../parsers/explained.ts'
import { parserKey } from '../parsers/parse.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { inState } from './jobs.ts'
import { pageOf } from './results.ts'
import { exampleJob } from './shapes.ts'

/** `GET /v1/jobs/{id}/trace`: reads the stored page again to show how each field got its value. */
export function jobTraceOperations(services: Services) {
  const { store, extraction } = services

  const trace = defineOperation({
    id: 'job-trace',
    group: 'jobs',
    summary: 'Explain how each field of a job got its value, and why each null is null.',
    description:
      'The stored page is read once more by the version of the parser that the job ran; nothing is fetched. Where a required field ended the job, `fault` names it, and the trace ends there.',
    method: 'GET',
    path: '/v1/jobs/{id}/trace',
    access: 'read',
    input: z.strictObject({ id: idField('job') }),
    output: z.object({
      parser_id: z.string(),
      parser_version: z.int(),
      url: z.string().nullable().describe('The address of the page.'),
      fault: z
        .object({ code: z.string(), message: z.string(), field: z.string().optional() })
        .nullable()
        .describe('What ended the parse; null where it returned data.'),
      nulls: z.array(nullReason),
      trace: z.array(z.record(z.string(), z.unknown())),
    }),
    example: {
      input: { id: exampleJob.id },
      output: {
        parser_id: exampleJob.parser_id,
        parser_version: exampleJob.parser_version,
        url: exampleJob.input.url,
        fault: null,
        nulls: [],
        trace: exampleTrace,
      },
    },
    answer: 'value',
    faces: { tool: { name: 'job_trace', group: 'jobs', hints: READS } },
    own: async (input, { account }): Promise<Job> => found(await store.jobs.find(account.id, input.id)),
    async run(_input, context) {
      const parser = await pinnedParser(services, context)
      const page = await pageOf(services, context)
      const { url, contentType } = page
      const task = {
        key: parserKey(parser),
        schema: parser.schema,
        bytes: await unpackPage(page),
        contentType,
        url: url ?? undefined,
        at: Date.parse(context.owned.finished_at ?? context.owned.created_at),
        trace: true,
        reportError: true,
        owner: ownerOf(context),
      }
      const { nulls, trace = [], fault = null } = await extraction.parse(task, context.signal)
      return {
        parser_id: parser.id,
        parser_version: parser.version,
        url,
        fault,
        nulls,
        trace: trace as unknown as Record<string, unknown>[],
      }
    },
  })
  return [trace] as const
}

/** Returns the parser version that was pinned when the job was created. */
async function pinnedParser({ store }: Services, context: Context<Job>) {
  const { parser_id, parser_version, state } = context.owned
  if (parser_id === null)
    throw inState(state, 'Jobs of an API have no trace.', 'Only what a parser has read can be explained.')
  return found(await store.parsers.at(accountOf(context), parser_id, parser_version!))
}
