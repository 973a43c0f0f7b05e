import { spawnSync } from 'node:child_process'
import { freemem } from 'node:os'

/** The memory that all processes of a part use together. */
export const MEMORY_OF_PART = 4 * 2 ** 30
const PIECE_BYTES = 2 ** 20
const PAGE_BYTES = 4096

/** Writes to every memory page of the given number of bytes. */
const TOUCH = `
  const pieces = []
  for (let left = Number(process.argv[1]); left > 0; left -= ${PIECE_BYTES}) {
    const piece = new Uint8Array(${PIECE_BYTES})
    for (let at = 0; at < piece.length; at += ${PAGE_BYTES}) piece[at] = 1
    pieces.push(piece)
  }
`

/**
 * Runs a process that uses up to `most` bytes of memory and exits, so that the system has that memory ready. A virtual
 * machine gets each memory page from its host when the page is first used, and returns free memory after a while. A first
 * use took 12 µs and later ones 1.2 µs, so reading 16 MB took 29 or 93 ms, depending on the memory that the reader got.
 */
export function touchMemory(byteCount: number): void {
  const bytes = Math.min(byteCount, freemem() / 2)
  const { status } = spawnSync(process.execPath, ['--eval', TOUCH, String(Math.floor(bytes))], {
    stdio: 'inherit',
  })
  if (status !== 0)
    console.warn('Memory could not be used ahead: first uses of it may count in what follows.')
}
