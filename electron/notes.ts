import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/** State of the desktop shell itself. All other state belongs to the service. */
interface ShellState {
  /** The user knows that Winnow keeps running when the window is closed. */
  toldOfTray?: true
  /** Last position of the window, in pixels of the screen. */
  bounds?: { x: number; y: number; width: number; height: number }
}

/** Opens the state of the desktop shell: `shell.json` in Electron's user data folder. */
export function openShellState() {
  const file = join(app.getPath('userData'), 'shell.json')
  const state = readState(file)
  return {
    get: (): Readonly<ShellState> => state,
    set(changes: ShellState): void {
      Object.assign(state, changes)
      writeState(file, state)
    },
  }
}

/** Writes the state. Failures, such as a full disk, are only logged: they must not keep a window from closing. */
function writeState(file: string, state: ShellState): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(state)}\n`)
  } catch (error) {
    console.error(`The window's place cannot be kept: ${(error as Error).message}`)
  }
}

/** Reads the state. A missing or damaged file counts as empty. */
function readState(file: string): ShellState {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return {}
  }
}
