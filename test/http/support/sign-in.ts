import type { TestApp } from '../../support/start-app.ts'

/** Signs in as a browser window does. Returns the cookie that the invitation set. */
export async function signIn({ app }: TestApp, invitation = app.invite()): Promise<string> {
  const { headers } = await fetch(invitation, { redirect: 'manual' })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
