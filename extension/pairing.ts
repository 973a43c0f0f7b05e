/** The service that this browser is paired with, and its key for it. */
export interface Pairing {
  /** `http://127.0.0.1:8787`. */
  address: string
  key: string
  /** Name of the key in the app. */
  name: string
}

const STORAGE_KEY = 'pairing'

export const readPairing = async (): Promise<Pairing | null> =>
  ((await chrome.storage.local.get(STORAGE_KEY))[STORAGE_KEY] as Pairing | undefined) ?? null

export const keepPairing = (pairing: Pairing): Promise<void> =>
  chrome.storage.local.set({ [STORAGE_KEY]: pairing })

export const forgetPairing = (): Promise<void> => chrome.storage.local.remove(STORAGE_KEY)

export const DEFAULT_ADDRESS = 'http://127.0.0.1:8787'

const LOOPBACK = new Set(['127.0.0.1', 'localhost'])

/** Parses the address of a service on this machine as people type it; null for any other address. */
export function serviceAddress(text: string): string | null {
  const trimmed = text.trim()
  const url = URL.parse(trimmed.includes('://') ? trimmed : `http://${trimmed}`)
  return url?.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url.origin : null
}
