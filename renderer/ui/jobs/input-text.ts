import type { Job } from './records.ts'

/** Formats an input on one line: its address, or its values. */
export const inputText = ({ url, ...rest }: Record<string, unknown>): string =>
  [...(url === undefined ? [] : [url]), ...Object.values(rest)]
    .map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ')

/** Formats the input of a job on one line. A page that was sent with the job has no address. */
export const jobInputText = ({ type, input }: Pick<Job, 'type' | 'input'>): string =>
  inputText(input) || (type === 'parse' ? 'a saved page' : '')
