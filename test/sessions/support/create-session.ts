import type { TestApp } from '../../support/start-app.ts'

/** A file of cookies as an upload. */
const cookieFile = (content: unknown) => {
  const form = new FormData()
  form.set(
    'file',
    new Blob([typeof content === 'string' ? content : JSON.stringify(content)]),
    'cookies.json',
  )
  return form
}

/** Creates a session, which is logged in if cookies are given. Returns its id. */
export async function createSession(
  service: TestApp,
  name: string,
  cookies?: unknown,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const created = await service.call('/v1/sessions', { json: { name, hosts: ['127.0.0.1'], ...fields } })
  if (created.status !== 201) throw new Error(created.text)
  if (cookies) {
    const { status, text } = await importCookies(service, created.json.id, cookies)
    if (status !== 200) throw new Error(text)
  }
  return created.json.id
}

export const importCookies = (service: TestApp, id: string, content: unknown) =>
  service.call(`/v1/sessions/${id}/import`, { method: 'POST', body: cookieFile(content) })
