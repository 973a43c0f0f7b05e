/** Sends a request with a key: a POST if it has a body. */
export const requestWithKey = (url: string, key: string, json?: unknown): Promise<Response> =>
  fetch(url, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
  })
