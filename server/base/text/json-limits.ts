import { groupDigits } from '../counted.ts'
import { AppError } from '../errors.ts'

/** A field of the body whose list may be long, and its maximum number of items. */
export interface LongList {
  field: string
  max: number
}

/** Maximum nesting of objects and lists in a body: 64 levels for a definition, plus those of a tool call around it. */
export const MAX_DEPTH = 72
/** Maximum number of values in a body: most of them have to be kept, checked and written somewhere. */
export const MAX_VALUES = 1_000_000
/** Maximum number of different field names: `JSON.parse` keeps each, and takes seconds for a million names that occur once. */
export const MAX_NAMES = 50_000
/** Maximum bytes of one item of a long list, and of everything beside the list: a body is long only by the number of its items. */
export const MAX_PART_BYTES = 4_194_304

const inField = (field: string) => (field ? { field } : {})

export const tooDeep = (field: string) =>
  new AppError('invalid_input', `The body is nested deeper than ${MAX_DEPTH} levels.`, {
    ...inField(field),
    hint: 'Flatten it, or send deep JSON as text.',
  })

export const tooManyValues = (field: string) =>
  new AppError('body_too_large', `The body has more than ${groupDigits(MAX_VALUES)} values.`, {
    ...inField(field),
    hint: 'Split it over several calls.',
  })

export const tooManyNames = (field: string) =>
  new AppError(
    'body_too_large',
    `The body has more than ${groupDigits(MAX_NAMES)} different names of fields.`,
    {
      ...inField(field),
      hint: 'Send names that are data as values, or split the body over several calls.',
    },
  )

const MAX_PART_TEXT = `${MAX_PART_BYTES / 1_048_576} MB`

/** The error for an item of a list, or a record of a file, that exceeds the maximum. */
export const itemTooLarge = (field: string) =>
  new AppError('invalid_input', `It is larger than ${MAX_PART_TEXT}, the maximum.`, {
    field,
    hint: 'Leave out fields that are not needed, or shorten the longest.',
  })

export const restTooLarge = (list: LongList, field: string) =>
  new AppError(
    'invalid_input',
    `${field ? `\`${field}\`` : 'The body'} is too large: everything but \`${list.field}\` may have ${MAX_PART_TEXT} together.`,
    { ...inField(field), hint: 'Keep long lists in a database, and long texts in files of their own.' },
  )

export const tooManyItems = ({ field, max }: LongList) =>
  new AppError('invalid_input', `\`${field}\` has more than ${groupDigits(max)} items.`, {
    field,
    hint: 'Split them over several calls.',
  })
