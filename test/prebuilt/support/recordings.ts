import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Payload } from '../../../server/prebuilt/define-prebuilt.ts'
import type { LoadedApi } from './loaded.ts'

/** A recorded case: the input, the answers of the platform, and the right result. */
export interface RecordedCase {
  name: string
  api: string
  input: Record<string, unknown>
  upstream: unknown[]
  end_to_end?: boolean
  expected?: unknown
  expectedError?: { kind: string; why: string }
}

interface Replay {
  url: string
  use(recorded: RecordedCase): void
  close(): void
}

interface Recordings {
  cases(root?: string): RecordedCase[]
  payloads(recorded: RecordedCase): Buffer[]
  replay(): Promise<Replay>
  compare(expected: unknown, actual: unknown): { leaves: number; right: number; wrong: string[] }
}

const folder = resolve(
  process.env.WINNOW_RECORDINGS ?? resolve(import.meta.dirname, '../../../../shared/recordings'),
)
const program = resolve(folder, 'replay.mjs')

/** The reason to skip tests that need the recordings, or undefined when they are available. */
export const noRecordings = existsSync(program)
  ? undefined
  : `no recordings at ${folder}; WINNOW_RECORDINGS names another folder`

export const openRecordings = (): Promise<Recordings> => import(pathToFileURL(program).href)

/** The error code of a case. One kind of error may have several codes, and the reason in the case names the right one. */
export const codeOf = ({ kind, why }: NonNullable<RecordedCase['expectedError']>): string =>
  /detail (\w+)/.exec(why)?.[1] ?? kind

/** The recorded answers of a case, as if a user had saved them. */
export const savedPayloads = (api: LoadedApi, bodies: Buffer[]): Payload[] =>
  bodies.flatMap(body => api.payloadsOf(body.toString('utf8')))
