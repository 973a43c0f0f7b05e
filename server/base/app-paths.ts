/** Path of the app page that receives a page from the bookmarklet. It is the only page that keeps its connection to its opener. */
export const RECEIVE_PATH = 'connect/receive'

/** Path at which the app opens a sent page in the editor of a new parser. */
export const sentPagePath = (id: string): string => `parsers/sent/${id}`
