/** The attribute that holds the number of an element in a page that is shown. */
export const NUMBER = 'data-winnow'
