import { useEffect, useRef, useState } from 'react'
import { pageOfText } from '../../../lib/open-page.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { call } from '../../../lib/service/client.ts'
import { type Trial, trySchema } from '../api.ts'
import type { ParserDraft } from '../draft.ts'

/** The state of the test of one address. */
export type AddressTest = 'running' | { trial: Trial } | { error: unknown }

const renewController = (controller: { current: AbortController | null }) => {
  controller.current = new AbortController()
  return controller.current
}

/** Tests a draft on addresses, one after another. */
export function useTestAll({ fetch, schema }: ParserDraft, parserId: string | null) {
  const account = useAccount()
  const [results, setResults] = useState<Record<string, AddressTest>>({})
  const [running, setRunning] = useState(false)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function test(url: string, signal: AbortSignal): Promise<AddressTest> {
    try {
      const secrets = parserId === null ? {} : { account, parser_id: parserId }
      const { html } = await call('page-fetch', { url, fetch, ...secrets }, { signal })
      return { trial: await trySchema(schema, pageOfText(url, html), signal) }
    } catch (error) {
      return { error }
    }
  }

  async function start(urls: readonly string[]) {
    const { signal } = renewController(controller)
    setRunning(true)
    setResults({})
    for (const url of urls) {
      if (signal.aborted) break
      setResults(before => ({ ...before, [url]: 'running' }))
      const result = await test(url, signal)
      setResults(({ [url]: _, ...before }) => (signal.aborted ? before : { ...before, [url]: result }))
    }
    setRunning(false)
  }
  return { results, running, start, stop: () => controller.current?.abort() }
}
