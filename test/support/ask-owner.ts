import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Asks the service that owns a data folder an `/admin` question, with what its lock file tells. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function askOwner(dataDir: string, path: string): Promise<any> {
  const { address, token } = JSON.parse(readFileSync(join(dataDir, 'winnow.lock'), 'utf8'))
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  return response.json()
}
