import type { WindowBridge } from '../../electron/bridge.ts'

/** The bridge of the desktop window; undefined in a browser. */
export const shell = (globalThis as { winnow?: WindowBridge }).winnow
