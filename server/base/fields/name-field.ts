import { z } from 'zod'
import { visibleText } from '../text/visible-text.ts'

/** A text of one line, as names are: it holds nothing that cannot be seen, and breaks of lines become spaces. */
export const lineOfText = () =>
  z
    .string()
    .overwrite(text => visibleText(text.replace(/[\t-\r\u2028\u2029]+/g, ' ')))
    .trim()

/** The name that people give a record, where others of its kind may have the same. */
export const nameField = (noun: string) =>
  lineOfText()
    .min(1)
    .max(200)
    .describe(`What the ${noun} is called in lists; it need not be unique.`)
    .meta({ title: 'Name' })
