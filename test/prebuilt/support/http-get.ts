import type { Get } from '../../../server/prebuilt/define-prebuilt.ts'

/** A `get` that fetches from `base` whatever a plan asks of its platform. */
export const httpGet =
  (base: string): Get =>
  async ({ method = 'GET', url, headers, json }) => {
    const { pathname, search } = new URL(url)
    const answer = await fetch(new URL(pathname + search, base), {
      method,
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return {
      status: answer.status,
      url,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    }
  }
