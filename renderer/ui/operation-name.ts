/** Returns the name of an operation. The operation that extracts an API's data from saved pages is named after the API. */
export const operationName = (id: string): string =>
  id.startsWith('extract-') ? `${id.slice('extract-'.length)}, from saved pages` : id
