import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const folder = app.getPath('userData')
  const file = join(folder, 'shell.json')
  const notes = readNotes(file)
  return {
    get: (): Readonly<Notes> => notes,
    set(more: Notes): void {
      Object.assign(notes, more)
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, `${JSON.stringify(notes)}\n`)
    },
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
