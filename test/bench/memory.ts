import { spawnSync } from 'node:child_process'
import { freemem } from 'node:os'

/** What all processes of a part use together. */
export const MEMORY_OF_PART = 4 * 2 ** 30
const PIECE_BYTES = 2 ** 20
const PAGE_BYTES = 4096

/** Writes to each page of so many bytes. */
const TOUCH = `
  const pieces = []
  for (let left = Number(process.argv[1]); left > 0; left -= ${PIECE_BYTES}) {
    const piece = new Uint8Array(${PIECE_BYTES})
    for (let at = 0; at < piece.length; at += ${PAGE_BYTES}) piece[at] = 1
    pieces.push(piece)
  }
`

/**
 * Has a process of its own use so much memory and end, so that the system has it at hand. A virtual machine gets memory from
 * its host at the first use of each page, which takes ten times as long as any later one (12 µs and 1.2 here), and gives
 * back what is free for some seconds: what a reader of 16 MB took, 29 or 93 ms, told which memory it was given.
 */
export function touchMemory(most: number): void {
  const bytes = Math.min(most, freemem() / 2)
  const { status } = spawnSync(process.execPath, ['--eval', TOUCH, String(Math.floor(bytes))], {
    stdio: 'inherit',
  })
  if (status !== 0)
    console.warn('Memory could not be used ahead: first uses of it may count in what follows.')
}
