import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { SAVED_FILE_BOUNDS } from './saved-file.ts'

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_048_576)} MB`

/** A file of a known format that cannot be read. `kind` names the format, such as "MHTML file". */
export const unreadable = (kind: string, cause?: unknown) =>
  new AppError('invalid_input', `The ${kind} cannot be read.`, {
    cause,
    hint: 'It may be cut off or damaged. Save the page again, or send its HTML.',
  })

export const withoutPages = (kind: string) =>
  new AppError('invalid_input', `The ${kind} holds no page.`, {
    hint: 'Pages are documents of HTML or XML that were answered without an error.',
  })

export const withoutAttached = () =>
  new AppError('invalid_input', 'The contents of the HAR file are in files beside it.', {
    hint: 'Send it in a zip archive together with these, or save it with its contents.',
  })

export const withoutContents = () =>
  new AppError('invalid_input', 'The HAR file was saved without the contents of its pages.', {
    hint: 'Save it with them: in the network tools of Chromium by "Save all as HAR with content".',
  })

export const encryptedArchive = () =>
  new AppError('invalid_input', 'The zip archive is protected by a password.', {
    hint: 'Pack the files without one.',
  })

export const officeDocument = () =>
  new AppError('invalid_input', 'The file is a document of an office program, or an e-book.', {
    hint: 'Save it as HTML, and send that.',
  })

export const emptyPage = () =>
  new AppError('invalid_input', 'The page in the file is empty.', {
    hint: 'Save the page again, or leave it out.',
  })

export const tooManyPages = () =>
  new AppError('invalid_input', `The file holds more than ${groupDigits(SAVED_FILE_BOUNDS.pages)} pages.`, {
    hint: 'Send it in parts.',
  })

export const tooManyEntries = (kind: string) =>
  new AppError(
    'invalid_input',
    `The ${kind} has more than ${groupDigits(SAVED_FILE_BOUNDS.entries)} entries.`,
    { hint: 'Send it in parts.' },
  )

export const pageTooLarge = () =>
  new AppError(
    'body_too_large',
    `A page in the file is larger than ${megabytes(SAVED_FILE_BOUNDS.pageBytes)}.`,
    {
      hint: 'Send the part of it that holds the data, as HTML.',
    },
  )

export const fileTooLarge = () =>
  new AppError(
    'body_too_large',
    `What the file holds is larger than ${megabytes(SAVED_FILE_BOUNDS.allBytes)} once it is unpacked.`,
    { hint: 'Send it in parts.' },
  )
