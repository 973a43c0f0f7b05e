import type { ServerContext } from '@modelcontextprotocol/server'

/** Clients reset their clock at each word. */
const EVERY_MS = 5_000

/**
 * Tells a client that asked for it how a call goes on, at once and then every few seconds, until `stop`. Without a
 * token nothing is sent: clients drop what they did not ask for, some with an error.
 */
export function reportProgress({ mcpReq }: ServerContext, name: string): { stop(): void } {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return { stop() {} }
  let seconds = 0
  const tell = async () => {
    const message = seconds ? `${name}: still at work after ${seconds} s` : `${name}: begun`
    const params = { progressToken, progress: seconds, message }
    seconds += EVERY_MS / 1000
    await mcpReq.notify({ method: 'notifications/progress', params })
  }
  // A client that cannot be told has gone.
  const tellOrStop = () => void tell().catch(stop)
  const timer = setInterval(tellOrStop, EVERY_MS)
  const stop = () => clearInterval(timer)
  tellOrStop()
  return { stop }
}
