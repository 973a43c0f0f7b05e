import { z } from 'zod'
import { createTurns } from '../base/turns.ts'
import { defineOperation } from '../operations/operation.ts'
import type { AdminServices, OwnTool } from './services.ts'

/** Characters per token: a rule of thumb for English and JSON; every model differs a little. */
const CHARACTERS_A_TOKEN = 4

const tool = z.object({
  name: z.string(),
  group: z.string().describe('Its group, as in `/mcp?groups=…`.'),
  by_default: z.boolean().describe('Clients have it by default.'),
  summary: z.string(),
  read_only: z.boolean().describe('Changes nothing except credits and the record of the call.'),
  scope: z.string().describe('What a key needs to call it.'),
  tokens: z.int().describe('About how many tokens its description takes.'),
})

/** Setup of AI tools: the list of tools, and the bundle for clients that start their servers. */
export function toolOperations({ tools, address, version }: AdminServices) {
  const list = defineOperation({
    id: 'tool-list',
    group: 'admin',
    summary: 'The tools of `/mcp`, and how many tokens each takes.',
    method: 'GET',
    path: '/admin/tools',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ address: z.string(), data: z.array(tool) }),
    example: {
      input: {},
      output: {
        address: 'http://127.0.0.1:8787/mcp',
        data: [
          {
            name: 'credits',
            group: 'account',
            by_default: true,
            summary: 'The balance of the calling account.',
            read_only: true,
            scope: 'read',
            tokens: 130,
          },
        ],
      },
    },
    answer: 'value',
    async run() {
      const turns = createTurns()
      const data = []
      for (const tool of await tools()) {
        data.push(shown(tool))
        if (turns.isOver()) await turns.next()
      }
      return { address: `${address()}/mcp`, data }
    },
  })

  const bundle = defineOperation({
    id: 'tool-bundle',
    group: 'admin',
    summary: 'Create the bundle that connects hosts which only start programs.',
    description:
      'A `.mcpb` file with a small program that passes messages on to this service. It holds no key: the host asks for one.',
    method: 'GET',
    path: '/admin/tools/bundle',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({
      file_name: z.string(),
      base64: z.string().describe('The file, in Base64.'),
    }),
    example: { input: {}, output: { file_name: 'winnow.mcpb', base64: 'UEsDBA==' } },
    answer: 'value',
    async run() {
      const { bundleOf } = await import('./bundle/bundle.ts')
      const bytes = bundleOf(version, `${address()}/mcp`)
      return { file_name: 'winnow.mcpb', base64: Buffer.from(bytes).toString('base64') }
    },
  })
  return [list, bundle] as const
}

const shown = ({ face, operation, isDefault, listed }: OwnTool): z.input<typeof tool> => ({
  name: face.name,
  group: face.group,
  by_default: isDefault,
  summary: operation.summary,
  read_only: face.hints.readOnly,
  scope: operation.access,
  tokens: Math.ceil(JSON.stringify(listed()).length / CHARACTERS_A_TOKEN),
})
