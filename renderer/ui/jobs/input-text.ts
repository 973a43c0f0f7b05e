import type { Job } from './records.ts'

/** An input in one line: its address, or its values. */
export const inputText = ({ url, ...rest }: Record<string, unknown>): string =>
  [...(url === undefined ? [] : [url]), ...Object.values(rest)]
    .map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ')

/** The input of a job in one line; the page that was sent with it has no address. */
export const jobInputText = ({ type, input }: Pick<Job, 'type' | 'input'>): string =>
  inputText(input) || (type === 'parse' ? 'a saved page' : '')
