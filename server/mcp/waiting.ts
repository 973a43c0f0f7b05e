import type { CallEnding } from '../operations/call.ts'
import type { ToolArguments } from './arguments.ts'
import type { Tool } from './tool.ts'

/** Seconds that a call asks to wait for the end of what it reads; 0 where it asks for none. */
const waitOf = ({ input }: ToolArguments) => (typeof input.wait === 'number' ? input.wait : 0)

/** The same arguments with a wait that clients have the patience for: some give a call up after 60 s. */
export function withinPatience(read: ToolArguments, ms: number): ToolArguments {
  const longest = Math.floor(ms / 1000)
  return waitOf(read) > longest ? { ...read, input: { ...read.input, wait: longest } } : read
}

const OPEN: unknown[] = ['pending', 'running']

/** A call that waited and saw no end says so beside what it read, with the call that waits on. */
export function orAskAgain(tool: Tool, read: ToolArguments, ending: CallEnding): CallEnding {
  const value = ending.value as { state?: unknown } | null
  if (!waitOf(read) || ending.failed || !OPEN.includes(value?.state)) return ending
  const next_call = { tool: tool.face.name, arguments: read.input }
  return { ...ending, value: { ...value, hint: 'Still running: ask again with next_call.', next_call } }
}
