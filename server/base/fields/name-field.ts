import { z } from 'zod'
import { visibleText } from '../text/visible-text.ts'

/** A single-line text, such as a name: without invisible characters, and with spaces in place of line breaks. */
export const lineOfText = () =>
  z
    .string()
    .overwrite(text => visibleText(text.replace(/[\t-\r\u2028\u2029]+/g, ' ')))
    .trim()

/** The name that people give a record; it need not be unique. */
export const nameField = (noun: string) =>
  lineOfText()
    .min(1)
    .max(200)
    .describe(`What the ${noun} is called in lists; it need not be unique.`)
    .meta({ title: 'Name' })
