import type { UpdateState } from './updates.ts'

/** All that the window may ask of the shell. Data goes over HTTP, as from any client. */
export interface Bridge {
  /** For "copy diagnostics". */
  about: () => { version: string; electron: string; chrome: string; system: string }
  /** Shows the data folder in the system's file manager. */
  'folder:open': () => void
  /** Whether Winnow starts at login; sets it first where a value is given. */
  'login:start': (on?: boolean) => boolean
  /** Asks for a newer version now. */
  'updates:check': () => Promise<UpdateState>
}

export type Channel = keyof Bridge

/** The channels by name, for the preload: at most six. The type makes it complete. */
export const CHANNELS = Object.keys({
  about: true,
  'folder:open': true,
  'login:start': true,
  'updates:check': true,
} satisfies Record<Channel, true>) as Channel[]

/** The bridge as a page sees it, at `window.winnow`. */
export type WindowBridge = {
  [C in Channel]: (...args: Parameters<Bridge[C]>) => Promise<Awaited<ReturnType<Bridge[C]>>>
}
