import { z } from 'zod'
import { MASK } from '../base/mask.ts'

const SHAPE = 'Write it as http://user:password@proxy.example:8080; user and password may be left out.'

/** A proxy's address: http or https, with or without user and password. */
export const proxyAddress = z.string().superRefine((text, context) => {
  const url = URL.parse(text)
  const refuse = (message: string) => context.addIssue({ code: 'custom', message, params: { hint: SHAPE } })
  if (/^socks/i.test(text)) refuse('Winnow speaks to http:// and https:// proxies; socks is not supported.')
  else if (!url?.host || !/^https?:$/.test(url.protocol)) refuse('This is not the address of a proxy.')
  else if (url.pathname !== '/' || url.search || url.hash) refuse('A proxy has no path and no query.')
  else if (!isReadable(url)) refuse('User and password of a proxy must be percent-encoded.')
})

function isReadable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** The address with its user and password hidden. */
export function maskProxy(address: string): string {
  const { protocol, username, password, host } = new URL(address)
  return username || password ? `${protocol}//${MASK}@${host}` : address
}
