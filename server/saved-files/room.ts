import { SAVED_FILE_BOUNDS } from './saved-file.ts'
import { fileTooLarge, pageTooLarge } from './saved-file-errors.ts'

/** Counts what is unpacked from a file, and throws as soon as it is too much. */
export interface Room {
  /** Bytes of a page or of one answer. */
  take(bytes: number): void
  left(): number
}

export function createRoom(): Room {
  let left: number = SAVED_FILE_BOUNDS.allBytes
  return {
    take(bytes) {
      if (bytes > SAVED_FILE_BOUNDS.pageBytes) throw pageTooLarge()
      left -= bytes
      if (left < 0) throw fileTooLarge()
    },
    left: () => left,
  }
}
