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

/** Queries every source of some APIs. Without `--json`, prints a line for each as it answers. */
export const examineLive = (apis: string[], options: CommonOptions): Promise<LiveFinding[]> =>
  withService(flagsOf(options), async client => {
    const findings: LiveFinding[] = []
    for (const api of apis) {
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

/** Returns the ids of the APIs of some platforms, or of all. Throws if there is no platform of a name. */
export async function apisOf(platforms: string[]): Promise<string[]> {
  // Loads the code of all APIs, which other commands do not need.
  const { prebuilts } = await import('../prebuilt/index.ts')
  const nameOf = ({ platform }: (typeof prebuilts)[number]): string => platform.name
  const known = [...new Set(prebuilts.map(nameOf))]
  const unknown = platforms.find(name => !known.includes(name))
  if (unknown) throw new Error(`There is no platform ${unknown}. Platforms: ${known.join(', ')}.`)
  const chosen = prebuilts.filter(one => platforms.length === 0 || platforms.includes(nameOf(one)))
  return chosen.map(({ id }) => id)
}

async function* examine(client: Client, api: string): AsyncGenerator<LiveFinding> {
  const ask = (fields: { api: string; source?: string }) =>
    client.admin<LiveFinding>('POST', '/admin/doctor/live', fields)
  const first = await ask({ api })
  yield first
  for (const source of first.sources.slice(1)) yield await ask({ api, source })
}

const lineOf = ({ api, source, ok, cause, remedy }: LiveFinding) =>
  [ok ? 'ok    ' : 'FAILED', api.padEnd(21), source.padEnd(18), cause, remedy].join('  ').trimEnd()
