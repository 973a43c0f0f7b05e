import type { Client } from './client.ts'
import { type CommonOptions, flagsOf } from './common-options.ts'
import { print } from './print.ts'
import { withService } from './service.ts'

/** The result for one source of an API. */
interface LiveFinding {
  api: string
  source: string
  ok: boolean
  cause: string | null
  remedy: string | null
  sources: string[]
}

/** Queries every source of the APIs, of some platforms or of all. Without `--json`, prints a line for each as it answers. */
export const examineLive = (platforms: string[], options: CommonOptions): Promise<LiveFinding[]> =>
  withService(flagsOf(options), async client => {
    const findings: LiveFinding[] = []
    for (const api of await apisOf(client, platforms)) {
      for await (const finding of examine(client, api)) {
        findings.push(finding)
        if (!options.json) print(finding, options, () => lineOf(finding))
      }
    }
    return findings
  })

/** True if each API has at least one working source. */
export const haveSources = (findings: LiveFinding[]): boolean =>
  Object.values(Object.groupBy(findings, ({ api }) => api)).every(group => group?.some(({ ok }) => ok))

async function apisOf(client: Client, platforms: string[]): Promise<string[]> {
  const operations = await client.operations()
  const ids = operations.filter(({ group }) => group === 'prebuilt').map(({ id }) => id)
  const known = new Set(ids.map(platformOf))
  const unknown = platforms.find(name => !known.has(name))
  if (unknown) throw new Error(`There is no platform ${unknown}. Platforms: ${[...known].join(', ')}.`)
  return platforms.length > 0 ? ids.filter(id => platforms.includes(platformOf(id))) : ids
}

/** The id of an API starts with the name of its platform. */
const platformOf = (id: string) => id.split('-')[0]!

async function* examine(client: Client, api: string): AsyncGenerator<LiveFinding> {
  const ask = (fields: { api: string; source?: string }) =>
    client.admin<LiveFinding>('POST', '/admin/doctor/live', fields)
  const first = await ask({ api })
  yield first
  for (const source of first.sources.slice(1)) yield await ask({ api, source })
}

const lineOf = ({ api, source, ok, cause, remedy }: LiveFinding) =>
  [ok ? 'ok    ' : 'FAILED', api.padEnd(21), source.padEnd(18), cause, remedy].join('  ').trimEnd()
