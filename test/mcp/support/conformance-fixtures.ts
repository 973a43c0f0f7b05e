import {
  type CallToolResult,
  completable,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/**
 * What the conformance suite calls by name, to see every kind of content over our HTTP code. The product has none of
 * these.
 */

/** An image of one pixel, and a sound of one sample. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const text = (words: string) => ({ type: 'text' as const, text: words })
const picture = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embeddedResource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
})

const CONTENTS: Record<string, CallToolResult['content']> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [picture],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    embeddedResource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    picture,
    embeddedResource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  test_streaming_elicitation: [text('ok')],
  test_logging_tool: [text('ok')],
}

function addTools(server: McpServer) {
  const fixture = { description: 'A fixture.', inputSchema: z.object({}) }
  for (const [name, content] of Object.entries(CONTENTS))
    server.registerTool(name, fixture, () => ({ content }))
  server.registerTool('test_error_handling', fixture, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool('test_tool_with_progress', fixture, async (_given, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken!, progress, total: 100, message: `step ${progress}` },
      })
    return { content: [text(String(progressToken ?? 'none'))] }
  })
  server.registerTool('test_missing_capability', fixture, (_given, { mcpReq }) => {
    const messages = [{ role: 'user' as const, content: text('x') }]
    return mcpReq.inputResponses?.q === undefined
      ? inputRequired({ inputRequests: { q: inputRequired.createMessage({ messages, maxTokens: 8 }) } })
      : { content: [text('ok')] }
  })
}

function addResources(server: McpServer) {
  const [plain, png, json] = ['text/plain', 'image/png', 'application/json']
  server.registerResource('static-text', 'test://static-text', { mimeType: plain }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: plain, text: 'This is the content of the static text resource.' }],
  }))
  server.registerResource('static-binary', 'test://static-binary', { mimeType: png }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: png, blob: PNG }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: json }, ({ href: uri }, { id }) => ({
    contents: [
      { uri, mimeType: json, text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) },
    ],
  }))
}

const contentResult = (
  ...content: (ReturnType<typeof text> | typeof picture | ReturnType<typeof embeddedResource>)[]
) => ({
  messages: content.map(part => ({ role: 'user' as const, content: part })),
})

function addPrompts(server: McpServer) {
  const description = 'A fixture.'
  const city = completable(z.string(), prefix =>
    ['paris', 'park', 'party'].filter(word => word.startsWith(prefix)),
  )
  server.registerPrompt('test_simple_prompt', { description }, () =>
    contentResult(text('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: z.object({ arg1: city, arg2: z.string() }) },
    ({ arg1, arg2 }) => contentResult(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      contentResult(
        embeddedResource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description }, () =>
    contentResult(picture, text('Please analyze the image above.')),
  )
}

/** Creates a server that has only the fixtures. */
export function fixtureServer(): McpServer {
  const server = new McpServer({ name: 'fixtures', version: '1.0.0' })
  addTools(server)
  addResources(server)
  addPrompts(server)
  return server
}
