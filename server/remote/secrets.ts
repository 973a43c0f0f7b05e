import { isSecretName } from '../base/mask.ts'
import type { PageWork } from '../operations/scraping/page-workers.ts'
import { maskProxy } from '../settings/proxy-address.ts'

/** Whether the address of a proxy contains a password. */
const isSecretProxy = (proxy: string | null): boolean => proxy !== null && maskProxy(proxy) !== proxy

/** Whether a fetch needs data that not every machine may see: a session, secret headers, or the password of a proxy. */
export const needsSecrets = (proxy: string | null, fetch?: PageWork['parser']['fetch']): boolean =>
  Boolean(fetch?.session) ||
  isSecretProxy(fetch?.proxy ?? proxy) ||
  Object.keys(fetch?.headers ?? {}).some(name => isSecretName(name, fetch!.secret_headers))

/** Returns the proxy for machines that may not see its password: null if it has one. Pages that need the proxy are fetched elsewhere. */
export const withoutSecrets = (proxy: string | null): string | null => (isSecretProxy(proxy) ? null : proxy)
