import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { output } from '../../support/run-cli.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { codeBlocks } from './start-with-operations.ts'

export const guide = readFileSync(new URL('../../../docs/workers.md', import.meta.url), 'utf8')

/** What the guide tells its readers to create for TLS. */
interface BrokerKeys {
  /** The configuration of the broker, with its users and certificate. */
  brokerFile: string
  certificate: string
  serviceSeed: string
  workerSeed: string
}

/** Runs the guide's commands that create a certificate and keys, for a broker on this machine. */
export async function createKeys(): Promise<BrokerKeys> {
  const folder = tempFolder()
  const at = (name: string) => join(folder, name)
  const [commands] = codeBlocks(guide, 'sh').filter(block => block.startsWith('openssl'))
  const [certificate] = commands!.split('\nwinnow')
  execFileSync('sh', ['-c', certificate!.replace('broker.example', 'localhost')], {
    cwd: folder,
    stdio: 'ignore',
  })
  const publicParts: string[] = []
  for (const [, name] of commands!.matchAll(/winnow worker key (\S+)/g))
    publicParts.push(await output(['worker', 'key', at(name!)]))
  return {
    brokerFile: brokerFile(folder, publicParts),
    certificate: at('broker.pem'),
    serviceSeed: at('service.seed'),
    workerSeed: at('worker.seed'),
  }
}

/** The guide's configuration of the broker, without the address and store, which the test sets. */
function brokerFile(folder: string, [service, worker]: string[]) {
  const [file] = codeBlocks(guide, 'conf')
  return file!
    .replace(/^(listen|jetstream).*\n/gm, '')
    .replace('PUBLIC_PART_OF_SERVICE', service!)
    .replace('PUBLIC_PART_OF_WORKER', worker!)
    .replaceAll('"broker', `"${folder}/broker`)
}
