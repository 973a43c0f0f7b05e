/** Where the app takes a page that a bookmarklet hands over: the one page of it that stays connected to what opened it. */
export const RECEIVE_PATH = 'connect/receive'

/** Where the app opens a page that was sent, in the editor of a new parser. */
export const sentPagePath = (id: string): string => `parsers/sent/${id}`
