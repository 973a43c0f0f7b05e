/** What people call an operation: the one that reads saved pages of an API goes by the name of the API. */
export const operationName = (id: string): string =>
  id.startsWith('extract-') ? `${id.slice('extract-'.length)}, from saved pages` : id
