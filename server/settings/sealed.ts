/**
 * Encrypts texts so that only this user on this machine can read them. The desktop app passes the keychain of the system.
 * `open` throws for texts that it did not seal.
 */
export interface Vault {
  seal(text: string): string
  open(sealed: string): string
}

/** Stands for the value of a sealed setting that cannot be opened on this machine. */
export const SEALED = Symbol('sealed')
