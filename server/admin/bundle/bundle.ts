import { readFileSync } from 'node:fs'

import { strToU8, zipSync } from 'fflate'

import { command } from '../../base/command.ts'

/** The manifest of the bundle, for its host: which program to start, and the key to ask the user for. */
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
      description: `An API key of Winnow: create one on the page Keys of the app, or with ${command`keys create`}.`,
      sensitive: true,
      required: true,
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { runtimes: { node: '>=18' } },
})

/** Creates the bundle (`.mcpb`) for the endpoint at `url`, for hosts that start programs but do not connect to addresses. */
export function bundleOf(version: string, url: string): Uint8Array {
  const files = {
    'manifest.json': strToU8(`${JSON.stringify(manifestOf(version, url), null, 2)}\n`),
    'server/index.mjs': readFileSync(new URL('./bridge.mjs', import.meta.url)),
  }
  return zipSync(files, { mtime: EARLIEST })
}

/** The earliest date that a zip archive can hold. A constant date makes the same files produce the same archive. */
const EARLIEST = new Date(1980, 0, 1)
