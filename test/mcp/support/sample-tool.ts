import type { Operation } from '../../../server/operations/operation.ts'
import { FETCHES } from '../../../server/operations/tool-hints.ts'
import type { SampleCall } from '../../operations/support/sample-call.ts'

/** The sample call as the tool `sample_call`, for `startTestApp`. */
export const asTool = (sampleCall: SampleCall) => (): Operation[] =>
  sampleCall.more().map(operation => ({
    ...operation,
    faces: { tool: { name: 'sample_call', group: 'test', hints: FETCHES } },
  }))
