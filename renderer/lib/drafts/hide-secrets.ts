import { isSecretName } from '../../../server/base/mask.ts'

type MaskSecret = (secret: string) => string

/**
 * Returns a copy of a value with each secret replaced by `hide`: headers whose name is that of a secret or that
 * `secret_headers` lists, and the user and password of a proxy. Whatever the browser stores goes through this function.
 */
export function hideSecrets(
  value: unknown,
  hide: MaskSecret,
  parent = '',
  parentSecretNames: readonly string[] = [],
): unknown {
  if (value instanceof Blob) return value
  if (Array.isArray(value)) return value.map(item => hideSecrets(item, hide))
  if (typeof value !== 'object' || value === null) return value
  const secretNames =
    'secret_headers' in value && Array.isArray(value.secret_headers)
      ? value.secret_headers.map(String)
      : parentSecretNames
  const isHeaders = parent === 'headers'
  const hideField = (name: string, item: unknown) => {
    if (typeof item !== 'string') return hideSecrets(item, hide, name, name === 'headers' ? secretNames : [])
    if (isHeaders && isSecretName(name, secretNames)) return hide(item)
    return name === 'proxy' ? withHiddenUser(item, hide) : item
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hideField(name, item)]))
}

const withHiddenUser = (address: string, hide: MaskSecret) =>
  address.replace(/\/\/([^@/]+)@/g, (_, user: string) => (hide(user) ? `//${hide(user)}@` : '//'))
