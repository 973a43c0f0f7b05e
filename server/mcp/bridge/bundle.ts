import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { defineOperation } from '../../operations/operation.ts'
import { zip } from './zip.ts'

/** What a host is told of the bundle: which program to start, and to ask its user for a key. */
export const manifestOf = (version: string, url: string) => ({
  manifest_version: '0.3',
  name: 'winnow',
  display_name: 'Winnow',
  version,
  description: 'Reads web pages into structured JSON, through the Winnow app on this machine.',
  author: { name: 'Winnow' },
  license: 'MIT',
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: {
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills these in
      args: ['${__dirname}/server/index.mjs'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills these in
      env: { WINNOW_URL: url, WINNOW_KEY: '${user_config.api_key}' },
    },
  },
  user_config: {
    api_key: {
      type: 'string',
      title: 'API key',
      description: 'A key of Winnow: the page Keys of the app makes one, `winnow keys create` too.',
      sensitive: true,
      required: true,
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { runtimes: { node: '>=18' } },
})

/** The bundle for a service at `url`. */
export function bundleOf(version: string, url: string): Buffer {
  const bridge = readFileSync(new URL('./bridge.mjs', import.meta.url))
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(version, url), null, 2)}\n`)
  return zip([
    { name: 'manifest.json', bytes: manifest },
    { name: 'server/index.mjs', bytes: bridge },
  ])
}

/** `POST /admin/mcp/bundle`: the way in for hosts that start programs and reach no addresses. */
export function bundleOperations({ version, address }: { version: string; address(): string }) {
  const bundle = defineOperation({
    id: 'mcp-bundle',
    group: 'admin',
    summary: 'Make the bundle that connects hosts which only start programs.',
    description:
      'A `.mcpb` file with a small program that passes messages on to this service. It holds no key.',
    method: 'POST',
    path: '/admin/mcp/bundle',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({
      file_name: z.string(),
      base64: z.string().describe('The file, in Base64.'),
    }),
    example: { input: {}, output: { file_name: 'winnow.mcpb', base64: 'UEsDBA==' } },
    answer: 'value',
    run: () => ({
      file_name: 'winnow.mcpb',
      base64: bundleOf(version, `${address()}/mcp`).toString('base64'),
    }),
  })
  return [bundle] as const
}
