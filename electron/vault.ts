import { safeStorage } from 'electron'
import type { Vault } from '../server/settings/sealed.ts'

/** The system's keychain; undefined where it has none, or keeps it locked. Electron must be ready. */
export const systemVault = (): Vault | undefined => (safeStorage.isEncryptionAvailable() ? vault : undefined)

const vault: Vault = {
  seal: text => safeStorage.encryptString(text).toString('base64'),
  open: sealed => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
}
