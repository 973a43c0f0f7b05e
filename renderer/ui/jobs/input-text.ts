/** An input in one line: its address, or its values. */
export const inputText = ({ url, ...rest }: Record<string, unknown>): string =>
  [...(url === undefined ? [] : [url]), ...Object.values(rest)]
    .map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ')
