import { SAVED_FILE_BOUNDS } from './saved-file.ts'
import { fileTooLarge, pageTooLarge } from './saved-file-errors.ts'

/** Counts the bytes that are unpacked from a file. Throws AppError as soon as they exceed a bound. */
export interface ByteBudget {
  /** Counts the bytes of a page or of a response. */
  take(bytes: number): void
  left(): number
}

export function createByteBudget(): ByteBudget {
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
