import { join } from 'node:path'
import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { counted } from '../base/counted.ts'
import { type CommonOptions, flagsOf, withFolder } from './common-options.ts'
import { print, shortTime } from './print.ts'
import { dataDirOf, type Flags, lateOwner, runningClient, unanswered } from './service.ts'

interface Status {
  address: string
  pid: number
  version: string
  data_dir: string
  uptime_seconds: number
  running: number
  jobs: number
  workflow_runs: number
  /** Absent if an older Winnow runs. */
  workers?: { broker: string; ready: number; running: number }
  faults: number
  last_fault_at: string | null
  warnings: string[]
}

/** Calls and background work in progress. */
const describeWork = ({ running, jobs, workflow_runs }: Status) =>
  [
    counted(running, 'call'),
    ...(jobs ? [counted(jobs, 'job')] : []),
    ...(workflow_runs ? [counted(workflow_runs, 'workflow run')] : []),
  ].join(', ')

/** Empty if no broker is set. */
const workersOf = ({ workers }: Status) => {
  if (!workers) return ['Warning: the running service is an older Winnow. Restart it.']
  const { broker, ready, running } = workers
  if (broker === 'off') return []
  if (broker === 'unreachable')
    return [
      `The broker cannot be reached; ${command`logs`} says why. Until it is back, the service reads every page by itself`,
    ]
  return [`${counted(ready, 'worker')}, with ${counted(running, 'page')} at the moment`]
}

const faultsOf = ({ faults, last_fault_at, data_dir }: Status) =>
  faults
    ? [
        `${counted(faults, 'fault')} of Winnow itself since it started, the last one at ${shortTime(last_fault_at)}: see ${join(data_dir, 'winnow.log')}`,
      ]
    : []

/** `winnow status`: exits with 0 if a service answers, otherwise with 1. */
export function addStatus(program: Command): void {
  withFolder(program.command('status'))
    .description('whether a service runs on the data folder, and where')
    .action(async (options: CommonOptions) => {
      const client = await runningClient(flagsOf(options))
      if (!client) {
        await printWithoutAnswer(flagsOf(options), options)
        process.exitCode = 1
        return
      }
      const status = await client.admin<Status>('GET', '/admin/status')
      print({ status: 'running', ...status }, options, () => [
        `Winnow ${status.version} runs at ${status.address} (process ${status.pid}, for ${status.uptime_seconds} s)`,
        `Data folder ${status.data_dir}; ${describeWork(status)} under way`,
        ...workersOf(status),
        ...faultsOf(status),
        ...status.warnings.map(warning => `Warning: ${warning}`),
      ])
    })
}

async function printWithoutAnswer(flags: Flags, options: CommonOptions): Promise<void> {
  const data_dir = dataDirOf(flags)
  const owner = await lateOwner(flags)
  if (owner) print({ status: 'unresponsive', data_dir }, options, () => unanswered(owner, data_dir))
  else
    print(
      { status: 'stopped', data_dir },
      options,
      () => `Winnow is not running on ${data_dir}. Start it: ${command`serve`}`,
    )
}
