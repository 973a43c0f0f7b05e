import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { command } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import { countSeconds, isoOrNull } from '../base/times.ts'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { BROKER_STATES } from '../operations/scraping/page-workers.ts'
import { runsWithoutSandbox } from '../pages/browser/launch.ts'
import { databaseFile } from '../store/file/database-file.ts'
import { freeBytesIn, isDiskFull } from '../store/file/disk-errors.ts'
import { isOpenToOthers } from '../store/file/private-file.ts'
import type { AdminServices } from './services.ts'

const status = z.object({
  address: z.string(),
  pid: z.int(),
  version: z.string(),
  data_dir: z.string(),
  store_bytes: z.int().describe('Size of the store.'),
  uptime_seconds: z.int(),
  running: z.int().describe('Calls under way.'),
  jobs: z.int().describe('Jobs under way, items of batches among them.'),
  batches: z.int().describe('Batches that have not ended.'),
  workflow_runs: z.int().describe('Workflow runs under way.'),
  workers: z
    .object({
      broker: z
        .enum(BROKER_STATES)
        .describe('The connection to the broker; `off` where no setting names one.'),
      ready: z.int().describe('Workers that read pages.'),
      running: z.int().describe('Pages that workers have, or are to get.'),
    })
    .describe('Workers on other machines.'),
  faults: z
    .int()
    .describe(
      'Faults of Winnow itself that nothing else caught, since it started. The log has their causes.',
    ),
  last_fault_at: time.nullable(),
  warnings: z.array(z.string()),
})

const OPEN_FOLDER = `Other users of this machine can read the data folder: ${command`doctor`} says more.`
const NO_SANDBOX =
  'Winnow runs as root, so that the browser runs without its sandbox: run it as another user to fetch pages with less risk.'

/** A disk with less than this left is reported. */
const LOW_DISK_BYTES = 67_108_864

async function diskWarnings(dataDir: string): Promise<string[]> {
  const free = await freeBytesIn(dataDir)
  if (free >= LOW_DISK_BYTES) return []
  const megabytes = Math.floor(free / 1_048_576)
  return [
    `The disk of the data folder has ${megabytes} MB left. Free some space there: a full disk stops all that writes.`,
  ]
}

/** The machine and the service itself: status, backup. */
export function machineOperations(services: AdminServices) {
  const { store, dataDir, inFlight, jobs, workflowRuns, pageWorkers, browser, faults, version } = services
  const uptime = countSeconds()

  const machineWarnings = () => [
    ...(isOpenToOthers(dataDir) ? [OPEN_FOLDER] : []),
    ...(browser.found() && runsWithoutSandbox() ? [NO_SANDBOX] : []),
  ]

  const show = defineOperation({
    id: 'status',
    group: 'admin',
    summary: 'The version, address, load and health of the service.',
    method: 'GET',
    path: '/admin/status',
    access: 'admin',
    input: z.strictObject({}),
    output: status,
    example: {
      input: {},
      output: {
        address: 'http://127.0.0.1:8787',
        pid: 4711,
        version: '0.1.0',
        data_dir: '/home/me/.winnow',
        store_bytes: 118_784,
        uptime_seconds: 42,
        running: 0,
        jobs: 4,
        batches: 1,
        workflow_runs: 0,
        workers: { broker: 'connected', ready: 2, running: 37 },
        faults: 0,
        last_fault_at: null,
        warnings: [],
      },
    },
    answer: 'value',
    run: async () => ({
      address: services.address(),
      pid: process.pid,
      version,
      data_dir: resolve(dataDir),
      store_bytes: statSync(databaseFile(dataDir)).size,
      uptime_seconds: uptime(),
      running: inFlight.count(),
      jobs: jobs.running(),
      batches: await store.batches.countOpen(),
      workflow_runs: workflowRuns.running(),
      workers: {
        broker: pageWorkers.broker(),
        ready: pageWorkers.list().filter(({ state }) => state === 'ready').length,
        running: pageWorkers.running(),
      },
      faults: faults.count(),
      last_fault_at: isoOrNull(faults.lastAt()),
      warnings: [...services.warnings(), ...machineWarnings(), ...(await diskWarnings(dataDir))],
    }),
  })

  const backup = defineOperation({
    id: 'backup',
    group: 'admin',
    summary: 'Copy the whole store to a file, while it is in use.',
    method: 'POST',
    path: '/admin/backup',
    access: 'admin',
    input: z.strictObject({
      file: z.string().min(1).describe('Absolute path of a file that does not exist yet.'),
    }),
    output: z.object({ file: z.string(), bytes: z.int() }),
    example: {
      input: { file: '/home/me/winnow-backup.db' },
      output: { file: '/home/me/winnow-backup.db', bytes: 118_784 },
    },
    answer: 'value',
    async run({ file }) {
      if (!isAbsolute(file))
        throw new AppError('invalid_input', 'The path is not absolute.', {
          field: 'file',
          hint: 'Start it with the root folder.',
        })
      await store.backup(file).catch(refuseFile)
      return { file, bytes: statSync(file).size }
    },
  })
  return [show, backup] as const
}

function refuseFile(error: { code?: string; syscall?: string }): never {
  if (error.code === 'EEXIST')
    throw new AppError('conflict', 'This file exists already.', {
      field: 'file',
      hint: 'Choose another name.',
    })
  if (isDiskFull(error))
    throw new AppError('conflict', 'The disk of this file has too little room for the backup.', {
      field: 'file',
      hint: 'Choose a folder on another disk, or free some space there.',
    })
  if (error.syscall !== 'open') throw error
  throw new AppError('invalid_input', `This file cannot be created (${error.code}).`, {
    field: 'file',
    hint: 'Choose a folder that exists and that Winnow may write to.',
  })
}
