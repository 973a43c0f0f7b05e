import type { UpdateState } from './updates.ts'

/** Everything that the window may ask of the desktop shell. Data goes over HTTP, as for any client. */
export interface Bridge {
  /** For "copy diagnostics". */
  about: () => { version: string; electron: string; chrome: string; system: string }
  /** Opens the data folder in the system's file manager. */
  'folder:open': () => void
  /** Returns whether Winnow starts at login. Sets it first if a value is given. */
  'login:start': (on?: boolean) => boolean
  /** Checks for a newer version now. */
  'updates:check': () => Promise<UpdateState>
}

export type Channel = keyof Bridge

/** The names of the channels, for the preload script: at most six. The type makes sure that none is missing. */
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
