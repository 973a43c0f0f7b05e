import { readFile } from 'node:fs/promises'
import { zip } from './zip.ts'

const BRIDGE = new URL('bridge.mjs', import.meta.url)
const ENTRY = 'server/index.mjs'

/** Where a client puts what its user gave. */
const given = (field: string) => `\${user_config.${field}}`

/** What a desktop client needs to know of the bundle (MCPB manifest 0.3). */
const manifestOf = (address: string, version: string) => ({
  manifest_version: '0.3',
  name: 'winnow',
  display_name: 'Winnow',
  version,
  description: 'Web pages as structured data, from Winnow on this machine.',
  author: { name: 'Winnow' },
  server: {
    type: 'node',
    entry_point: ENTRY,
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/${ENTRY}`],
      env: { WINNOW_ADDRESS: given('address'), WINNOW_KEY: given('key') },
    },
  },
  user_config: {
    address: {
      type: 'string',
      title: 'Address',
      description: 'Where Winnow is reached.',
      default: address,
      required: true,
    },
    key: {
      type: 'string',
      title: 'API key',
      description: 'A key of Winnow, made on its page Connect AI.',
      sensitive: true,
      required: true,
    },
  },
})

/** The `.mcpb` file for clients that start their servers: a bridge to the `/mcp` of this address. It holds no key. */
export async function packBundle(address: string, version: string): Promise<Buffer> {
  const manifest = JSON.stringify(manifestOf(address, version), null, 2)
  return zip([
    { name: 'manifest.json', bytes: Buffer.from(manifest) },
    { name: ENTRY, bytes: await readFile(BRIDGE) },
  ])
}
