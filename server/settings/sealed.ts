/**
 * Keeps texts so that only this user of this machine can read them. A shell that has the system's own keeper hands it in.
 * `open` throws for what it did not seal.
 */
export interface Vault {
  seal(text: string): string
  open(sealed: string): string
}

/** Stands for the value of a setting that was sealed and cannot be opened here. */
export const SEALED = Symbol('sealed')
