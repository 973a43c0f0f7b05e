import type { TestApp } from '../../support/start-app.ts'

/** A window as a browser has it: the cookie that its invitation gave. */
export async function signIn({ app }: TestApp, invitation = app.invite()): Promise<string> {
  const { headers } = await fetch(invitation, { redirect: 'manual' })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
