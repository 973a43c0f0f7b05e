import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Calls `/admin` of the service that owns a data folder, with the address and token of its lock file. With fields, it sends
 * a POST.
 */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function askOwner(dataDir: string, path: string, fields?: unknown): Promise<any> {
  const { address, token } = JSON.parse(readFileSync(join(dataDir, 'winnow.lock'), 'utf8'))
  const answer = await fetch(address + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(fields !== undefined && { method: 'POST', body: JSON.stringify(fields) }),
  })
  return answer.json()
}
