/** The address and key that a client needs to reach Winnow. */
interface Endpoint {
  /** The address of `/mcp`, with the choice of tools. */
  url: string
  key: string
}

/** An AI tool, and how to connect it to Winnow. */
export interface Client {
  name: string
  /** Where to put the code. */
  where: string
  code: (endpoint: Endpoint) => string
  /** An address that opens the client's own set-up. */
  link?: (endpoint: Endpoint) => string
  /** Whether the client installs a `.mcpb` file, and then asks for the key. */
  bundle?: boolean
}

const SERVER_NAME = 'winnow'
const jsonText = (value: unknown) => JSON.stringify(value, null, 2)
const base64 = (value: unknown) => btoa(JSON.stringify(value))

const keyHeader = ({ key }: Endpoint) => ({ 'X-API-Key': key })
const remote = (endpoint: Endpoint) => ({ url: endpoint.url, headers: keyHeader(endpoint) })
const withType = (endpoint: Endpoint) => ({ type: 'http', ...remote(endpoint) })

/** The clients and their formats, as documented by them in 2026. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'Claude Code',
    where: 'Run this in a terminal. It applies to all your projects.',
    code: ({ url, key }) =>
      `claude mcp add --scope user --transport http ${SERVER_NAME} '${url}' --header 'X-API-Key: ${key}'`,
  },
  {
    name: 'Claude Desktop',
    where: 'Download the bundle, open it with Claude Desktop and paste this key when it asks for one.',
    code: ({ key }) => key,
    bundle: true,
  },
  {
    name: 'Cursor',
    where: 'Add this to ~/.cursor/mcp.json, or to .cursor/mcp.json of a project.',
    code: endpoint => jsonText({ mcpServers: { [SERVER_NAME]: remote(endpoint) } }),
    link: endpoint =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${encodeURIComponent(base64(remote(endpoint)))}`,
  },
  {
    name: 'VS Code',
    where: 'Add this to .vscode/mcp.json of a project, or run “MCP: Open User Configuration”.',
    code: endpoint => jsonText({ servers: { [SERVER_NAME]: withType(endpoint) } }),
    link: endpoint =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: SERVER_NAME, ...withType(endpoint) }))}`,
  },
  {
    name: 'LM Studio',
    where: 'Add this to mcp.json: Program, Install, Edit mcp.json.',
    code: endpoint => jsonText({ mcpServers: { [SERVER_NAME]: remote(endpoint) } }),
    link: endpoint =>
      `lmstudio://add_mcp?name=${SERVER_NAME}&config=${encodeURIComponent(base64(remote(endpoint)))}`,
  },
  {
    name: 'Zed',
    where: 'Add this to settings.json.',
    code: ({ url, key }) =>
      jsonText({ context_servers: { [SERVER_NAME]: { url, headers: { Authorization: `Bearer ${key}` } } } }),
  },
  {
    name: 'Goose',
    where: 'Add this to ~/.config/goose/config.yaml.',
    code: ({ url, key }) =>
      [
        'extensions:',
        `  ${SERVER_NAME}:`,
        '    type: streamable_http',
        `    name: ${SERVER_NAME}`,
        '    enabled: true',
        `    uri: ${JSON.stringify(url)}`,
        '    headers:',
        `      X-API-Key: ${key}`,
        '    timeout: 300',
      ].join('\n'),
  },
  {
    name: 'Codex',
    where: 'Add this to ~/.codex/config.toml.',
    code: ({ url, key }) =>
      [`[mcp_servers.${SERVER_NAME}]`, `url = "${url}"`, `http_headers = { "X-API-Key" = "${key}" }`].join(
        '\n',
      ),
  },
  {
    name: 'Gemini CLI',
    where: 'Add this to ~/.gemini/settings.json.',
    code: ({ url, ...rest }) =>
      jsonText({ mcpServers: { [SERVER_NAME]: { httpUrl: url, headers: keyHeader({ url, ...rest }) } } }),
  },
  {
    name: 'Any other',
    where: 'For clients that only start programs: this one forwards messages to Winnow. It needs Node.',
    code: ({ url, key }) =>
      jsonText({
        mcpServers: {
          [SERVER_NAME]: {
            command: 'npx',
            args: ['-y', 'mcp-remote@0.15.1', url, '--header', `X-API-Key:\${KEY}`],
            env: { KEY: key },
          },
        },
      }),
  },
]
