import { safeStorage } from 'electron'
import type { Vault } from '../server/settings/sealed.ts'

/** Returns the system's keychain; undefined if there is none or it is locked. Electron must be ready. */
export const systemVault = (): Vault | undefined => (safeStorage.isEncryptionAvailable() ? vault : undefined)

const vault: Vault = {
  seal: text => safeStorage.encryptString(text).toString('base64'),
  open: sealed => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
}
