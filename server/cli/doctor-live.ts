import type { Client } from './client.ts'
import { type CommonOptions, flagsOf } from './common-options.ts'
import { print } from './print.ts'
import { withService } from './service.ts'

/** How one source of an API answered. */
export interface LiveFinding {
  api: string
  source: string
  ok: boolean
  cause: string | null
  remedy: string | null
  sources: string[]
}

/** Asks every source of the APIs of some platforms alone, or of all; without `--json`, prints a line for each as it answers. */
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

/** True where each API has a source that works. */
export const haveSources = (findings: LiveFinding[]): boolean =>
  Object.values(Object.groupBy(findings, ({ api }) => api)).every(own => own?.some(({ ok }) => ok))

async function apisOf(client: Client, platforms: string[]): Promise<string[]> {
  const operations = await client.operations()
  const ids = operations.filter(({ group }) => group === 'prebuilt').map(({ id }) => id)
  const known = new Set(ids.map(platformOf))
  const unknown = platforms.find(name => !known.has(name))
  if (unknown) throw new Error(`There is no platform ${unknown}. Platforms: ${[...known].join(', ')}.`)
  return platforms.length > 0 ? ids.filter(id => platforms.includes(platformOf(id))) : ids
}

/** APIs are named after their platform. */
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
