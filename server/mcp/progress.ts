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
  const tell = () => {
    const message = seconds ? `${name}: still at work after ${seconds} s` : `${name}: begun`
    const params = { progressToken, progress: seconds, message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => stop())
    seconds += EVERY_MS / 1000
  }
  const timer = setInterval(tell, EVERY_MS)
  const stop = () => clearInterval(timer)
  tell()
  return { stop }
}
