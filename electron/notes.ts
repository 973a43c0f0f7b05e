import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/** What the shell itself remembers; everything else is the service's. */
export interface Notes {
  /** The user knows that closing the window leaves Winnow running. */
  toldOfTray?: true
  /** Where the window was, in pixels of the screen. */
  bounds?: { x: number; y: number; width: number; height: number }
}

/** The shell's own small memory: `shell.json` in Electron's folder of the user. */
export function openNotes() {
  const file = join(app.getPath('userData'), 'shell.json')
  const notes = readNotes(file)
  return {
    get: (): Readonly<Notes> => notes,
    set(more: Notes): void {
      Object.assign(notes, more)
      writeNotes(file, notes)
    },
  }
}

/** What cannot be written, on a full disk say, is forgotten at the end: no reason to keep a window from closing. */
function writeNotes(file: string, notes: Notes): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(notes)}\n`)
  } catch (error) {
    console.error(`The window's place cannot be kept: ${(error as Error).message}`)
  }
}

/** A file that is missing or damaged only costs what was remembered. */
function readNotes(file: string): Notes {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return {}
  }
}
